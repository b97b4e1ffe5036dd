import type { ChecksPlan, CommandsPlan } from '../../contract/checks.ts'
import type { AgentEvent } from '../../contract/events.ts'
import type { Assignment, Instruction, McpServer } from '../../contract/runner-protocol/assignment.ts'
import type { NumberedPrompt } from '../../contract/runner-protocol/protocol.ts'
import type {
  MergeRequest,
  MergeResponse,
  PublishRules,
  PushTokenRequest,
  RepositoryName,
} from '../../contract/runner-protocol/publish.ts'
import type { SettingsFile } from '../../settings/settings-files.ts'
import type { RunOutcome } from '../outcome/outcome.ts'

export interface PushAccess {
  readonly token: string
  /** Its current name. */
  readonly repository: RepositoryName
}

/** What the settings of the project say about a run, besides what the assignment has. */
export interface ProjectSettings {
  /** `null`: the project has no checks. */
  readonly checks: ChecksPlan | null
  /** `null`: the agent may run no commands but the checks. */
  readonly commands: CommandsPlan | null
  readonly rules: PublishRules
  /** Folder in which the agent works; `null`: the root. */
  readonly workingDirectory: string | null
  /** MCP servers that the agent may ask. */
  readonly mcp: readonly McpServer[]
  /** Keys of the file that have no effect. */
  readonly warnings: readonly string[]
}

/** Where a run gets its assignment and reports to: a server, or in standalone mode the workflow itself. */
export interface ControlPlane {
  readonly assignment: Assignment
  report(event: AgentEvent): void
  /** Messages of the caller since the last call. */
  takeMessages(): readonly NumberedPrompt[]
  /** `read` gives the settings files that the default branch has. */
  findSettings(read: () => Promise<readonly SettingsFile[]>): Promise<ProjectSettings>
  /** `read` gives the files that the default branch has. */
  findInstructions(
    read: (paths: readonly string[]) => Promise<readonly Instruction[]>,
    rules: PublishRules,
  ): Promise<readonly Instruction[]>
  /**
   * Called once, after the agent has ended and its change may be published. `deadline`: until when a server that cannot
   * do it now is asked again, by the clock of the run.
   */
  getPushAccess(plan: PushTokenRequest['plan'], deadline: number): Promise<PushAccess>
  /** Commits a merge that changes workflow files, after `getPushAccess`. */
  commitMerge(request: MergeRequest, deadline: number): Promise<MergeResponse>
  savePatch(patch: Uint8Array<ArrayBuffer>): Promise<void>
  /** Reports the end. `isHurried`: the runner kills this process within seconds. */
  finish(end: RunOutcome, isHurried: boolean): Promise<void>
}

/** `taken`: another runner has the run, or the run has ended. There is nothing to do then. */
export type Connection =
  | { readonly kind: 'claimed'; readonly controlPlane: ControlPlane }
  | { readonly kind: 'taken'; readonly note: string }
