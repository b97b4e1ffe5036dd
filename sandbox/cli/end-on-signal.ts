/**
 * Aborted by Ctrl-C, SIGTERM, a closed terminal, or a reader that went away; the process no longer dies of any of
 * them, for it has to tidy up first.
 */
export function endOnSignal(): AbortSignal {
  const ending = new AbortController()
  const end = () => ending.abort()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  for (const output of [process.stdout, process.stderr]) output.on('error', end)
  return ending.signal
}

export const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
    // A promise alone keeps no process alive; the servers of the sandbox do, as long as it stands.
  })
