import type { AgentOutcome } from '../agent/agent-host.ts'
import type { ChecksReport } from '../checks/check-result.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import type { Outcome, RunOutcome } from '../outcome/outcome.ts'
import { describePatch } from '../outcome/outcome.ts'
import type { SavedPatch } from './save-patch.ts'

/** How far a run has come: what its report needs, and what is saved if it fails. */
export interface Progress {
  readonly checkout: Checkout | null
  readonly outcome: AgentOutcome | null
  /** File with the conversation between agent and model. */
  readonly transcriptPath: string | null
  readonly files: readonly string[]
  /** Results of the project's checks, without secrets; `null`: none ran or was to run. */
  readonly checks: ChecksReport | null
  /** What a person should know about the run besides how it ended. */
  readonly notices: readonly string[]
}

export type NoteProgress = (part: Partial<Progress>) => void

export const NO_PROGRESS: Progress = {
  checkout: null,
  outcome: null,
  transcriptPath: null,
  files: [],
  checks: null,
  notices: [],
}

/** The ending with everything that is known about the run. Pure. */
export function describeRun(progress: Progress, ending: Outcome, saved: SavedPatch | null): RunOutcome {
  const { outcome, transcriptPath, files, checks, notices } = progress
  return {
    ...{ ending, transcriptPath, checks, notices },
    files: saved?.files ?? files,
    summary: outcome?.summary ?? null,
    usage: outcome?.usage ?? null,
    perStep: outcome?.perStep ?? [],
    patchPath: saved?.path ?? null,
    patchDescription: saved?.isWhole && outcome !== null ? describePatch(ending, outcome) : null,
  }
}
