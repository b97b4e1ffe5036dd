import type { ChecksPlan } from '../../contract/checks.ts'
import type { AgentEvent } from '../../contract/events.ts'
import type {
  Assignment,
  Instruction,
  NumberedPrompt,
  PublishRules,
  PushTokenRequest,
  RepositoryName,
} from '../../contract/runner-protocol.ts'
import type { RunOutcome } from '../outcome/outcome.ts'

export interface PushAccess {
  readonly token: string
  /** What it is called now. */
  readonly repository: RepositoryName
}

/** What the project's config says of a run, beside what is in the assignment. */
export interface ProjectSettings {
  /** `null`: there is nothing to check. */
  readonly checks: ChecksPlan | null
  readonly rules: PublishRules
}

/** The run's tie to whoever asked for it: a server, or the workflow itself. */
export interface ControlPlane {
  readonly assignment: Assignment
  report(event: AgentEvent): void
  /** Messages of the caller since the last call. */
  takeMessages(): readonly NumberedPrompt[]
  /** `read` gives a file of the default branch, `null` if it has none. */
  findSettings(read: (path: string) => Promise<string | null>): Promise<ProjectSettings>
  /** `read` gives those of the files that the default branch has. */
  findInstructions(
    read: (paths: readonly string[]) => Promise<readonly Instruction[]>,
    rules: PublishRules,
  ): Promise<readonly Instruction[]>
  /** Asked for once the agent has ended and its change may be published. */
  getPushAccess(plan: PushTokenRequest['plan']): Promise<PushAccess>
  keepPatch(patch: Uint8Array<ArrayBuffer>): Promise<void>
  /** Reports the end. `isHurried`: the runner ends this process within seconds. */
  finish(end: RunOutcome, isHurried: boolean): Promise<void>
}

/** `taken`: another runner has the run, or it has ended. Nothing is to be done then. */
export type Connected =
  | { readonly kind: 'ours'; readonly engagement: ControlPlane }
  | { readonly kind: 'taken'; readonly note: string }
