import type { EarlierTurn, Instruction, Limits, NumberedPrompt } from '../../../contract/runner-protocol.ts'

/** The repository's template for pull requests, as the base has it. */
export interface Template {
  readonly path: string
  readonly text: string
}

/** What the agent is to do. */
export interface AgentTask {
  /** `owner/name` */
  readonly repository: string
  readonly prompts: readonly NumberedPrompt[]
  readonly earlier: readonly EarlierTurn[]
  /** Instruction files of the root and of fixed places. */
  readonly instructions: readonly Instruction[]
  readonly template: Template | null
  /** Diff of the working branch against its base, on a follow-up; `null` on a fresh branch. */
  readonly workSoFar: string | null
  /** Patch of an earlier try at the same prompts, which does not apply any more; `null`: there was none. */
  readonly keptWork: string | null
  readonly limits: Limits
  /** True: checks of the project run when the model finishes, and what fails there comes back to it. */
  readonly checked: boolean
  /** True: title, body and commit message are public, and the prompts are not. */
  readonly confidential: boolean
}
