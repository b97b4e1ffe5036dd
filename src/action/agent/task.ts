import type { AgentEvent } from '../../contract/events.ts'
import type { Reason } from '../../contract/reasons.ts'
import type { AnswerUsage, Usage } from '../../contract/run.ts'
import type { EarlierTurn, Instruction, Limits, NumberedPrompt } from '../../contract/runner-protocol.ts'
import type { TranscriptLine } from '../models/transcript-line.ts'

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

/** What the agent's host gives it while it runs. */
export interface AgentHost {
  /** Texts in it are whole, and as the model wrote them. */
  onEvent(event: AgentEvent): void
  /** Messages that came in since the last call. */
  takeMessages(): readonly NumberedPrompt[]
  /** Takes what happened, whole, to be kept on the runner only. */
  record(line: TranscriptLine): void
  readonly signal: AbortSignal
  now(): number
}

export interface AgentOutcome {
  /** `null`: the agent finished by itself. Else, why it ended early: what there is may be published as a draft. */
  readonly reason: Reason | null
  /** False: nothing of the work may be published (cancelled), or there is none. */
  readonly publishable: boolean
  /** These three are empty where a confidential task has words for whoever asked only. */
  readonly title: string
  readonly body: string
  readonly commitMessage: string
  readonly summary: string
  readonly usage: Usage
  /** Of each answer of the model, in their order. */
  readonly perStep: readonly AnswerUsage[]
  /** Highest prompt number taken up. */
  readonly acknowledged: number
}
