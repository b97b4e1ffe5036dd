import type { ToolCallResult } from '../models/tool-calls/tool-spec.ts'
import { countOf } from '../text/format.ts'
import { formatToolCall } from './format-tool-call.ts'

const FAILING_ANSWERS = 5
const IDENTICAL_ANSWERS = 4

/** The latest answers of the model that called tools. */
export interface CallStreak {
  /** Answers in a row in which no call succeeded. */
  readonly failing: number
  /** Answers in a row that made the same calls. */
  readonly identical: number
  readonly lastCalls: string
}

export const NO_STREAK: CallStreak = { failing: 0, identical: 0, lastCalls: '' }

/**
 * Counts an answer as one, however many calls it has: the model sees no result before all of them are made, and cannot
 * change course in between. Pure.
 */
export function noteAnswer(streak: CallStreak, results: readonly ToolCallResult[]): CallStreak {
  if (results.length === 0 || results.some(({ sentBack }) => sentBack === true)) return NO_STREAK
  const calls = results.map(({ call }) => formatToolCall(call)).join('\n')
  return {
    failing: results.some(({ ok }) => ok) ? 0 : streak.failing + 1,
    identical: calls === streak.lastCalls ? streak.identical + 1 : 1,
    lastCalls: calls,
  }
}

/** Why the agent counts as stuck, or `null`. Pure. */
export function findStall({ failing, identical }: CallStreak): string | null {
  if (failing >= FAILING_ANSWERS) return `every tool call of ${countOf(failing, 'answer')} in a row failed`
  if (identical >= IDENTICAL_ANSWERS) return `${countOf(identical, 'answer')} in a row made the same calls`
  return null
}

/** A sentence for the model, one answer before it counts as stuck. Pure. */
export function warnStall({ failing, identical }: CallStreak): string | null {
  if (failing === FAILING_ANSWERS - 1) {
    return `Every call of your last ${failing} answers failed; one more such answer ends the run. Read the files before you try again, or finish.`
  }
  if (identical === IDENTICAL_ANSWERS - 1) {
    return `Your last ${identical} answers made the same calls; one more such answer ends the run. Do something else, or finish.`
  }
  return null
}
