import type { Logger } from 'pino'
import { repeat } from './repeat.ts'

const AFTER_ERROR_MS = 60_000

/** Requests failed webhooks again, at the start and regularly. Returns a function that stops it. */
export function startRedeliveryTimer(deps: {
  readonly redeliver: (look: { readonly isStart: boolean }) => Promise<void>
  readonly everyMs: number
  readonly log: Logger
}): () => void {
  let isStart = true

  async function run(): Promise<number> {
    try {
      await deps.redeliver({ isStart })
      isStart = false
      return deps.everyMs
    } catch (error) {
      deps.log.warn({ err: error }, 'failed webhooks could not be requested again; retrying in a minute')
      return AFTER_ERROR_MS
    }
  }

  return repeat(run, 0)
}
