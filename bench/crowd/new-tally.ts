import type { Answer } from './connect.ts'

/** Answers of one kind, and how long they took. */
export interface Tally {
  /** Counts the answer; one that is not as expected is an error, as is none. Resolves to it, or to `null`. */
  count(answer: Promise<Answer>, status: number): Promise<Answer | null>
  readonly errors: readonly string[]
  /** Milliseconds that a share of the answers did not exceed; 1 is the slowest. */
  within(share: number): number
  amount(): number
}

export function newTally(): Tally {
  const times: number[] = []
  const errors: string[] = []
  return {
    errors,
    async count(answer, status) {
      try {
        const got = await answer
        times.push(got.ms)
        if (got.status === status) return got
        errors.push(`${got.status} ${got.text}`)
      } catch (error) {
        errors.push(String(error))
      }
      return null
    },
    within(share) {
      const sorted = times.toSorted((a, b) => a - b)
      return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
    },
    amount: () => times.length,
  }
}
