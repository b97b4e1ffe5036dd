import type { Parking } from '../../contract/runner-protocol/result.ts'
import type { AgentOutcome } from '../agent/agent-host.ts'
import type { ChecksReport } from '../checks/checks-report.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import { describePatch, type Outcome, type PushedBranch, type RunOutcome } from './outcome.ts'

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
  /** How a later run continues the work; `null`: none does by itself. */
  readonly parking: Parking | null
  /** `null`: the branch was not pushed. */
  readonly pushed: PushedBranch | null
}

export type NoteProgress = (part: Partial<Progress>) => void

export const NO_PROGRESS: Progress = {
  checkout: null,
  outcome: null,
  transcriptPath: null,
  files: [],
  checks: null,
  notices: [],
  parking: null,
  pushed: null,
}

export interface SavedPatch {
  /** Files that changed. */
  readonly files: readonly string[]
  /** File with the patch, for later steps; `null`: it could not be saved. */
  readonly path: string | null
  /** True: the server has the patch, complete and unredacted. */
  readonly isWhole: boolean
}

/** The ending with everything that is known about the run. Pure. */
export function describeRun(progress: Progress, ending: Outcome, saved: SavedPatch | null): RunOutcome {
  const { outcome, transcriptPath, files, checks, notices, parking, pushed } = progress
  const isWhole = saved?.isWhole ?? false
  return {
    ...{ ending, transcriptPath, checks, notices },
    files: saved?.files ?? files,
    summary: outcome?.summary ?? null,
    ...(outcome?.output !== undefined && { output: outcome.output }),
    usage: outcome?.usage ?? null,
    perStep: outcome?.perStep ?? [],
    patchPath: saved?.path ?? null,
    patchDescription: isWhole && outcome !== null && parking === null ? describePatch(ending, outcome) : null,
    // Without its patch, the next run would do the work, and pay for it, again.
    ...(parking !== null && (saved === null || isWhole) && { parking }),
    ...(pushed !== null && { pushed }),
  }
}
