import { setTimeout as sleep } from 'node:timers/promises'

/** Why a run was stopped; the reason of its abort signal. */
export class Stopped extends Error {
  /** Who stopped it, as the message names it. */
  readonly by: string
  /** True: the runner kills this process within seconds. */
  readonly isHurried: boolean

  constructor(by: string, isHurried: boolean) {
    super(`stopped by ${by}`)
    this.name = 'Stopped'
    this.by = by
    this.isHurried = isHurried
  }
}

/** The result of the work. After an abort, the work has `graceMs` to end by itself; then it is no longer awaited. */
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

/** A cancelled job gets SIGINT, SIGTERM 7.5 s later, and is killed 2.5 s after that. */
export function stopOnSignals(): AbortController {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => stop.abort(stoppedBy(signal)))
  }
  return stop
}

export const stoppedBy = (signal: NodeJS.Signals): Stopped => new Stopped(`the runner (${signal})`, true)
