import type { AgentEvent } from '../../contract/events.ts'
import type { Reason } from '../../contract/reasons.ts'
import type { AnswerUsage, Usage } from '../../contract/run.ts'
import type { NumberedPrompt } from '../../contract/runner-protocol/protocol.ts'
import type { FileNote } from '../../contract/runner-protocol/result.ts'
import type { TranscriptLine } from '../models/conversation/transcript-line.ts'
import type { SpentQuota } from '../models/request/ask-with-retries.ts'

/** What the agent's host gives it while it runs. */
export interface AgentHost {
  /** Texts in the event are complete, and as the model wrote them. */
  onEvent(event: AgentEvent): void
  /** Messages that arrived since the last call. */
  takeMessages(): readonly NumberedPrompt[]
  /** Takes a complete record of what happened. It stays on the runner. */
  record(line: TranscriptLine): void
  readonly signal: AbortSignal
  now(): number
}

export interface AgentOutcome {
  /** `null`: the agent finished by itself. Otherwise why it ended early; its changes may be published as a draft. */
  readonly reason: Reason | null
  /** False: the run was cancelled or failed unexpectedly, or nothing was changed. */
  readonly publishable: boolean
  /** Title, body and commit message are empty if a confidential task produced only words for the person who asked. */
  readonly title: string
  readonly body: string
  readonly commitMessage: string
  /** Why single files changed. */
  readonly files: readonly FileNote[]
  readonly summary: string
  readonly usage: Usage
  /** One entry for each answer of the model, in order. */
  readonly perStep: readonly AnswerUsage[]
  /** The highest number of a prompt that the model was given. */
  readonly acknowledged: number
  /** Present if the quota of the model is used up and will be available again, so that a later run can continue. */
  readonly unfinished?: Unfinished
  /** Present if something failed that no tool reports to the model. Then nothing is publishable. */
  readonly error?: unknown
}

export interface Unfinished extends SpentQuota {
  /** What the agent has done, for the agent of that run. */
  readonly notes: string
}

/** The title of a pull request whose agent could not describe its work before the run ended. */
export const UNDESCRIBED_TITLE = 'Unfinished work by Prentice'

/** Begins its body, which is one line. */
export const UNDESCRIBED = 'The run ended before the agent could describe its work.'
