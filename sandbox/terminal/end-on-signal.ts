/** Aborted by Ctrl-C or SIGTERM; from then on the process no longer dies of either, for it has to tidy up. */
export function endOnSignal(): AbortSignal {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort())
  return ending.signal
}

export const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
    // A promise alone keeps no process alive; the servers of the sandbox do, as long as it stands.
  })
