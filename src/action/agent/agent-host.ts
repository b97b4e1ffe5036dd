import type { AgentEvent } from '../../contract/events.ts'
import type { Question } from '../../contract/question.ts'
import type { Reason } from '../../contract/reasons.ts'
import type { Finding } from '../../contract/review.ts'
import type { AnswerUsage, Usage } from '../../contract/run.ts'
import type { NumberedPrompt } from '../../contract/runner-protocol/protocol.ts'
import type { FileNote } from '../../contract/runner-protocol/result.ts'
import type { TranscriptLine } from '../models/conversation/conversation.ts'
import type { SpentQuota } from '../models/request/ask-with-retries.ts'

/** What the agent's host gives it while it runs. */
export interface AgentHost {
  /** Texts in the event are complete, and as the model wrote them. */
  onEvent(event: AgentEvent): void
  /** Messages that arrived since the last call. */
  takeMessages(): readonly NumberedPrompt[]
  /** Takes a complete record of what happened. It stays on the runner. */
  record(line: TranscriptLine): void
  /**
   * Logs an exception of a tool with its stack. Returns what the model may read of it: one short line without secrets and
   * without paths of the runner.
   */
  reportException(error: unknown): string
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
  /** Without secrets. Absent: none is asked for, or the agent returned none that matches. */
  readonly output?: unknown
  /** Of a review; otherwise none. */
  readonly findings?: readonly Finding[] | undefined
  readonly usage: Usage
  /** One entry for each answer of the model, in order. */
  readonly perStep: readonly AnswerUsage[]
  /** The highest number of a prompt that the model was given. */
  readonly acknowledged: number
  /** Present if the quota of the model is used up and will be available again, so that a later run can continue. */
  readonly unfinished?: Unfinished
  /** Present if the agent asked this in place of finishing. Its changes are for a later run. */
  readonly asked?: Asked
  /** Present if something failed that no tool reports to the model. Then nothing is publishable. */
  readonly error?: unknown
}

export interface Asked {
  readonly question: Question
  /** What the agent has done, for the agent of the run that gets the answer. */
  readonly notes: string
}

export interface Unfinished extends SpentQuota {
  /** What the agent has done, for the agent of that run. */
  readonly notes: string
}

/** The title of a pull request whose agent could not describe its work before the run ended. */
export const UNDESCRIBED_TITLE = 'Unfinished work by Prentice'

/** Begins its body, which is one line. */
export const UNDESCRIBED = 'The run ended before the agent could describe its work.'
