import type { ToolAnswer } from '../models/tool-calls/tool-spec.ts'
import { countOf } from '../text/format.ts'
import { formatToolCall } from './format-tool-call.ts'

const FAILING_ANSWERS = 5
const IDENTICAL_ANSWERS = 4

/** How the latest answers of the model went that called tools. */
export interface Progress {
  /** Answers in a row of which no call succeeded. */
  readonly failing: number
  /** Answers in a row that made the same calls. */
  readonly identical: number
  readonly lastCalls: string
}

export const NO_PROGRESS_YET: Progress = { failing: 0, identical: 0, lastCalls: '' }

/**
 * Counts an answer with all its calls as one: until they are all made, the model sees the result of none, and cannot
 * do otherwise. Pure.
 */
export function noteAnswer(headway: Progress, answers: readonly ToolAnswer[]): Progress {
  if (answers.length === 0 || answers.some(({ sentBack }) => sentBack === true)) return NO_PROGRESS_YET
  const calls = answers.map(({ request }) => formatToolCall(request)).join('\n')
  return {
    failing: answers.some(({ ok }) => ok) ? 0 : headway.failing + 1,
    identical: calls === headway.lastCalls ? headway.identical + 1 : 1,
    lastCalls: calls,
  }
}

/** Why the agent counts as stuck, or `null`. Pure. */
export function findStall({ failing, identical }: Progress): string | null {
  if (failing >= FAILING_ANSWERS) return `every tool call of ${countOf(failing, 'answer')} in a row failed`
  if (identical >= IDENTICAL_ANSWERS) return `${countOf(identical, 'answer')} in a row made the same calls`
  return null
}

/** A sentence for the model one answer before that. Pure. */
export function warnStall({ failing, identical }: Progress): string | null {
  if (failing === FAILING_ANSWERS - 1) {
    return `Every call of your last ${failing} answers failed; one more such answer ends the run. Read what is there before you try again, or finish.`
  }
  if (identical === IDENTICAL_ANSWERS - 1) {
    return `Your last ${identical} answers made the same calls; one more such answer ends the run. Do something else, or finish.`
  }
  return null
}
