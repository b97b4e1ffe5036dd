import type { ToolAnswer } from '../models/tool-spec.ts'

const FAILING_CALLS = 5
const IDENTICAL_CALLS = 4

/** How the latest tool calls went. */
export interface Headway {
  readonly failing: number
  readonly identical: number
  readonly lastCall: string
}

export const FRESH_HEADWAY: Headway = { failing: 0, identical: 0, lastCall: '' }

/** Pure. */
export function noteCall(headway: Headway, { request, ok, sentBack }: ToolAnswer): Headway {
  if (sentBack === true) return FRESH_HEADWAY
  const call = JSON.stringify([request.name, request.input])
  return {
    failing: ok ? 0 : headway.failing + 1,
    identical: call === headway.lastCall ? headway.identical + 1 : 1,
    lastCall: call,
  }
}

/** Why the agent counts as stuck, or `null`. Pure. */
export function findStandstill(headway: Headway): string | null {
  if (headway.failing >= FAILING_CALLS) return `${headway.failing} tool calls in a row failed`
  if (headway.identical >= IDENTICAL_CALLS) {
    return `the same tool call was made ${headway.identical} times in a row`
  }
  return null
}

/** A sentence for the model one call before that. Pure. */
export function warnStandstill({ failing, identical }: Headway): string | null {
  if (failing === FAILING_CALLS - 1) {
    return `${failing} calls in a row failed; one more ends the run. Read what is there before you try again, or finish.`
  }
  if (identical === IDENTICAL_CALLS - 1) {
    return `You made the same call ${identical} times in a row; once more ends the run. Do something else, or finish.`
  }
  return null
}
