import { hash } from 'node:crypto'
import type { ToolCall, ToolCallResult } from '../models/tool-calls/tool-spec.ts'
import { countOf } from '../text/format.ts'
import { formatPath, formatToolCall, touchedPaths } from './format-tool-call.ts'
import { readTool } from './tools/workspace-tools.ts'

const FAILING_ANSWERS = 5
const IDENTICAL_ANSWERS = 4
const EXCEPTIONS = 10

export interface ExecutedCall extends ToolCallResult {
  /** What an exception of the tool said, as the model may read it. */
  readonly exception?: string
}

/** The latest answers of the model that called tools. */
export interface CallStreak {
  /** Answers in a row in which no call succeeded. */
  readonly failing: number
  /** Answers in a row that made the same calls. */
  readonly identical: number
  readonly lastCalls: string
  /** What the exceptions of calls in a row said. */
  readonly exceptions: readonly string[]
}

export const NO_STREAK: CallStreak = { failing: 0, identical: 0, lastCalls: '', exceptions: [] }

/**
 * Counts an answer as one, however many calls it has: the model sees no result before all of them are made, and cannot
 * change course in between. An exception is no mistake of the model and is counted by itself. Pure.
 */
export function noteAnswer(streak: CallStreak, results: readonly ExecutedCall[]): CallStreak {
  if (results.length === 0 || results.some(({ sentBack }) => sentBack === true)) return NO_STREAK
  if (results.some(({ exception }) => exception !== undefined)) {
    return results.reduce((sofar, { exception }) => noteException(sofar, exception), streak)
  }
  const calls = results.map(({ call }) => formatToolCall(call)).join('\n')
  return {
    failing: results.some(({ ok }) => ok) ? 0 : streak.failing + 1,
    identical: calls === streak.lastCalls ? streak.identical + 1 : 1,
    lastCalls: calls,
    exceptions: [],
  }
}

/** `undefined`: the call had none. Pure. */
export const noteException = (streak: CallStreak, exception: string | undefined): CallStreak => ({
  ...streak,
  exceptions: exception === undefined ? [] : [...streak.exceptions, exception],
})

/** Why the work cannot continue, or `null`. Pure. */
export const findBreakdown = ({ exceptions }: CallStreak): string | null =>
  exceptions.length < EXCEPTIONS
    ? null
    : `${exceptions.length} calls in a row failed unexpectedly, the last one with: ${exceptions.at(-1)}`

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

/** Remembers, by digest, what the model was shown of files. */
export interface RereadNotes {
  /** A sentence for the model if an earlier step showed it the same text; `null`: the text is new to it. */
  note(call: ToolCall, text: string, step: number): string | null
  /** The conversation has lost some of it, and the model was told that it may read it again. */
  forget(): void
}

export function openRereadNotes(): RereadNotes {
  const stepByText = new Map<string, number>()
  return {
    note(call, text, step) {
      if (call.name !== readTool.name) return null
      const key = `${touchedPaths(call).map(formatPath).join()} ${hash('sha256', text, 'base64')}`
      const before = stepByText.get(key)
      stepByText.set(key, step)
      return before === undefined || before === step
        ? null
        : `Step ${before} showed you the same text. It has not changed: work with it, or read something else.`
    },
    forget: () => stepByText.clear(),
  }
}
