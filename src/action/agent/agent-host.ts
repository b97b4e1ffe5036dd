import type { AgentEvent } from '../../contract/events.ts'
import type { Reason } from '../../contract/reasons.ts'
import type { AnswerUsage, Usage } from '../../contract/run.ts'
import type { NumberedPrompt } from '../../contract/runner-protocol.ts'
import type { TranscriptLine } from '../models/conversation/transcript-line.ts'

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
