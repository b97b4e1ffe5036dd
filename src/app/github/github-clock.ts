import type { Logger } from 'pino'
import type { GithubCall } from './call-observer.ts'

export interface GithubClock {
  /** Epoch milliseconds. */
  now(): number
  /** Told of each call of GitHub's; its answers say what time it is there. */
  heard(call: GithubCall): void
}

/** A clock that is off by less does no harm: the lease of a dispatch is longer than this and a request together. */
const TOLERANCE_MS = 5_000

/** How far the machine's clock is ahead of GitHub's, at least and at most (ms). */
interface Ahead {
  readonly least: number
  readonly most: number
}

/**
 * The machine's clock, or GitHub's time if the machine's clock is far off. With a wrong clock a server would write due
 * times that other servers wait for, take over their leases early, and refuse the tokens of runners. All servers on the
 * database then follow GitHub's time until an operator corrects the clock.
 */
export function createGithubClock(deps: {
  /** The machine's clock. */
  readonly machine: () => number
  readonly log: Logger
}): GithubClock {
  const { machine, log } = deps
  /** What is taken off the machine's clock. */
  let shift = 0
  let suspected: Ahead | null = null

  return {
    now: () => machine() - shift,

    heard(call) {
      const ahead = aheadOf(call, machine())
      if (ahead === null) return
      if (isNear(ahead, shift)) {
        suspected = null
        return
      }
      // One answer may have lain in some cache; it takes a second one that says the same.
      const found = middleOf(ahead)
      if (suspected === null || !isNear(suspected, found)) {
        suspected = ahead
        return
      }
      suspected = null
      shift = Math.abs(found) > TOLERANCE_MS ? found : 0
      tell(log, shift)
    },
  }
}

const middleOf = ({ least, most }: Ahead): number => Math.round((least + most) / 2)

const isNear = ({ least, most }: Ahead, shift: number): boolean =>
  shift > least - TOLERANCE_MS && shift < most + TOLERANCE_MS

/** `null`: the answer is not GitHub's own, but a proxy's, or does not say. */
function aheadOf({ headers, tookMs }: GithubCall, now: number): Ahead | null {
  const told = Date.parse(headers?.get('date') ?? '')
  if (Number.isNaN(told) || !headers?.has('x-github-request-id')) return null
  // It tells whole seconds, of some moment between the request and its answer.
  return { least: now - told - 1_000 - tookMs, most: now - told }
}

function tell(log: Logger, shift: number): void {
  if (shift === 0) {
    log.info("this machine's clock is right again")
    return
  }
  const by = `${(Math.abs(shift) / 1_000).toFixed(0)} s ${shift < 0 ? 'behind' : 'ahead of'}`
  log.error(
    `this machine's clock is ${by} GitHub's, which the server follows until then: let NTP set the clock`,
  )
}
