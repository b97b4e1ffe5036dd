import type { AppInspection } from '../github/rest/inspect-app.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

/** GitHub takes a token of the App's that is a minute old or less, and none from the future. */
const TOO_FAR_MS = 30_000
const FAR_MS = 5_000

export async function checkClock(github: Pick<AppInspection, 'readClockSkew'>): Promise<Finding[]> {
  const skew = await github.readClockSkew()
  const seconds = (Math.abs(skew) / 1_000).toFixed(1)
  const text = `this machine is ${seconds} s ${skew < 0 ? 'behind' : 'ahead of'} GitHub`
  const todo = 'let NTP set the clock of this machine'
  if (Math.abs(skew) > TOO_FAR_MS) return [fail('clock', text, todo)]
  return [Math.abs(skew) > FAR_MS ? warn('clock', text, todo) : ok('clock', text)]
}
