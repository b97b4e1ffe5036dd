/** The signals with which service managers and terminals stop a process. */
export const SHUTDOWN_SIGNALS: ('SIGTERM' | 'SIGINT' | 'SIGHUP')[] = ['SIGTERM', 'SIGINT', 'SIGHUP']

/**
 * One stop may arrive twice: systemd and terminals signal every process of a group, and npm, which belongs to it, passes
 * the signal on. A signal that comes later than this is a second stop.
 */
const ONE_STOP_MS = 1_000

/** Calls `first` at the first signal, and `again` at a second stop. */
export function onShutdownSignal({
  first,
  again,
}: {
  readonly first: (signal: NodeJS.Signals) => void
  readonly again: (signal: NodeJS.Signals) => void
}): void {
  let stoppedAt: number | null = null
  const hear = (signal: NodeJS.Signals): void => {
    const now = performance.now()
    if (stoppedAt === null) {
      stoppedAt = now
      first(signal)
    } else if (now - stoppedAt > ONE_STOP_MS) again(signal)
  }
  for (const signal of SHUTDOWN_SIGNALS) process.on(signal, hear)
}
