import { setTimeout as sleep } from 'node:timers/promises'

/** Why a run was told to stop; the reason of its abort signal. */
export class Stopped extends Error {
  /** Who did it, as the message names it. */
  readonly by: string
  /** The runner ends this process within seconds. */
  readonly isHurried: boolean

  constructor(by: string, isHurried: boolean) {
    super(`stopped by ${by}`)
    this.name = 'Stopped'
    this.by = by
    this.isHurried = isHurried
  }
}

/** The work's result. Once the signal comes, the work has `graceMs` to end by itself; then it is left alone. */
export async function runUntilAborted<T>(work: Promise<T>, signal: AbortSignal, graceMs: number): Promise<T> {
  const over = new AbortController()
  const stopped = async (): Promise<never> => {
    await aborted(signal, over.signal)
    await sleep(graceMs, undefined, { signal: over.signal })
    throw signal.reason
  }
  try {
    return await Promise.race([work, stopped()])
  } finally {
    over.abort()
  }
}

function aborted(signal: AbortSignal, until: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true, signal: until })
  })
}
