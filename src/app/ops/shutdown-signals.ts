/** What service managers and terminals stop a process with. */
export const SHUTDOWN_SIGNALS: ('SIGTERM' | 'SIGINT' | 'SIGHUP')[] = ['SIGTERM', 'SIGINT', 'SIGHUP']

/**
 * One stop may be told twice: systemd and a terminal signal every process of a group, and npm, which is in it, passes
 * the signal on. Whoever insists does so after this.
 */
const ONE_STOP_MS = 1_000

/** Calls `first` at the first signal, and `again` at one that comes when the first must have been heard. */
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
