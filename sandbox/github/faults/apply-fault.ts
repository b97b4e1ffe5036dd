import { setTimeout as sleep } from 'node:timers/promises'
import type { ErrorResponse, FailureMode, IncomingRequest } from '../state/fault-schedule.ts'
import type { GithubState } from '../state/state.ts'

/** What a fault does to one request. */
export interface FaultEffect {
  readonly isProcessed: boolean
  /** Sent in place of the response; `lost`: the connection is cut; `null`: the response itself is sent. */
  readonly instead: ErrorResponse | 'lost' | null
}

interface DelayedEffect extends FaultEffect {
  readonly delayMs: number
}

const NO_EFFECT: DelayedEffect = { delayMs: 0, isProcessed: true, instead: null }

/** Decides how the request fails, if it does, and waits if it is to be slow. */
export const applyFault = async (state: GithubState, request: IncomingRequest): Promise<FaultEffect> => {
  const { delayMs, ...effect } = takeFault(state, request)
  if (delayMs > 0) await sleep(delayMs, undefined, { signal: state.closing.signal })
  return effect
}

/** Ordered faults go before the schedule, and each is used up by the requests it affects. */
const takeFault = (state: GithubState, request: IncomingRequest): DelayedEffect => {
  const line = `${request.method} ${request.path}`
  const fault = state.orderedFaults.find(({ match, times }) => times > 0 && match.test(line))
  if (fault) fault.times -= 1
  const mode = fault ? fault.mode : state.faultSchedule.failureOf(request)
  return mode === null ? NO_EFFECT : effectOf(mode)
}

const effectOf = (mode: FailureMode): DelayedEffect => {
  if (mode === 'drop-before') return { ...NO_EFFECT, isProcessed: false, instead: 'lost' }
  if (mode === 'drop-after') return { ...NO_EFFECT, instead: 'lost' }
  if (typeof mode === 'number') return { ...NO_EFFECT, isProcessed: false, instead: { status: mode } }
  if ('slowMs' in mode) return { ...NO_EFFECT, delayMs: mode.slowMs }
  return { ...NO_EFFECT, isProcessed: mode.processed === true, instead: mode }
}
