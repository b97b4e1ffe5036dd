import type { TimedResponse } from './connect.ts'

/** Response times and errors of one kind of request. */
export interface Tally {
  /** Counts a response. Another status, or no response, is an error, and the result is `null`. */
  count(response: Promise<TimedResponse>, status: number): Promise<TimedResponse | null>
  readonly errors: readonly string[]
  /** The time in milliseconds that this share of the responses did not exceed; 1 is the slowest. */
  percentile(share: number): number
  total(): number
}

export function createTally(): Tally {
  const times: number[] = []
  const errors: string[] = []
  return {
    errors,
    async count(response, status) {
      try {
        const got = await response
        times.push(got.ms)
        if (got.status === status) return got
        errors.push(`${got.status} ${got.text}`)
      } catch (error) {
        errors.push(String(error))
      }
      return null
    },
    percentile(share) {
      const sorted = times.toSorted((a, b) => a - b)
      return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
    },
    total: () => times.length,
  }
}
