import { Stopped } from '../outcome/run-until-aborted.ts'

/** A cancelled job gets SIGINT, SIGTERM 7.5 s later, and is killed 2.5 s after that. */
export function stopOnSignals(): AbortController {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => stop.abort(stoppedBy(signal)))
  }
  return stop
}

export const stoppedBy = (signal: NodeJS.Signals): Stopped => new Stopped(`the runner (${signal})`, true)
