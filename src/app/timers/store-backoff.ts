import type { Logger } from 'pino'

const MAX_SECONDS = 15

/**
 * Suspends all lanes while the store cannot be written, for example on a full disk: otherwise each entry would fail.
 */
export function createStoreBackoff({ now, log }: { readonly now: () => number; readonly log: Logger }) {
  let failures = 0
  let until = 0

  /** An end that is further ahead than the longest delay comes from before the clock was set back. */
  function isActive(): boolean {
    const left = until - now()
    return left > 0 && left <= MAX_SECONDS * 1_000
  }

  return {
    isActive,
    fail(error: unknown): void {
      if (isActive()) return
      const seconds = Math.min(MAX_SECONDS, 2 ** failures)
      failures += 1
      until = now() + seconds * 1_000
      log.error({ err: error }, `the store cannot be written; due work continues in ${seconds} s`)
    },
    succeed(): void {
      failures = 0
    },
  }
}
