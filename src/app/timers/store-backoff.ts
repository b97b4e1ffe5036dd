import type { Logger } from 'pino'

const LONGEST_S = 15

/** Suspends all lanes while the store cannot be written, on a full disk for example: each entry would fail and log. */
export function createStoreBackoff({ now, log }: { readonly now: () => number; readonly log: Logger }) {
  let failures = 0
  let until = 0

  /** A time further ahead than any delay was set before the clock was set back. */
  function isActive(): boolean {
    const left = until - now()
    return left > 0 && left <= LONGEST_S * 1_000
  }

  return {
    isActive,
    fail(error: unknown): void {
      if (isActive()) return
      const seconds = Math.min(LONGEST_S, 2 ** failures)
      failures += 1
      until = now() + seconds * 1_000
      log.error({ err: error }, `the store cannot be written; due work continues in ${seconds} s`)
    },
    succeed(): void {
      failures = 0
    },
  }
}
