import type { Logger } from 'pino'
import type { GithubCall } from './call-observer.ts'

interface GithubClock {
  /** Epoch milliseconds. */
  now(): number
  /** Takes GitHub's time from the response of each call. */
  observe(call: GithubCall): void
}

/** A smaller deviation is harmless: the lease of a dispatch is longer than this plus the timeout of a request. */
const TOLERANCE_MS = 5_000

/** Bounds for how far the machine's clock is ahead of GitHub's (ms). */
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
  /** Subtracted from the machine's clock (ms). */
  let shift = 0
  let suspected: Ahead | null = null

  return {
    now: () => machine() - shift,

    observe(call) {
      const ahead = aheadOf(call, machine())
      if (ahead === null) return
      if (isNear(ahead, shift)) {
        suspected = null
        return
      }
      // A single response may come from a cache, so a second one must agree with it.
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

/** `null` if the response comes from a proxy instead of GitHub, or has no date. */
function aheadOf({ headers, tookMs }: GithubCall, now: number): Ahead | null {
  const told = Date.parse(headers?.get('date') ?? '')
  if (Number.isNaN(told) || !headers?.has('x-github-request-id')) return null
  // The header has whole seconds, of a moment between request and response.
  return { least: now - told - 1_000 - tookMs, most: now - told }
}

function tell(log: Logger, shift: number): void {
  if (shift === 0) {
    log.info("this machine's clock agrees with GitHub's again")
    return
  }
  const by = `${(Math.abs(shift) / 1_000).toFixed(0)} s ${shift < 0 ? 'behind' : 'ahead of'}`
  log.error(
    `this machine's clock is ${by} GitHub's: correct it, for example with NTP. Until then, the server uses GitHub's time`,
  )
}
