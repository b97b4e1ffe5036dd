import { createInterface } from 'node:readline'

/**
 * Aborted by Ctrl-C, SIGTERM, a closed terminal or a closed output pipe. None of them ends the process any more, because
 * it has to clean up first.
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
    // A promise does not keep a process alive, but the servers of the sandbox do.
  })

/** Also ended by the end of the input, as after Ctrl-D. */
export const untilEnter = async (signal: AbortSignal): Promise<void> => {
  const lines = createInterface({ input: process.stdin })
  const end = () => lines.close()
  signal.addEventListener('abort', end, { once: true })
  if (!signal.aborted) await new Promise<void>((resolve) => lines.once('line', end).once('close', resolve))
  signal.removeEventListener('abort', end)
}
