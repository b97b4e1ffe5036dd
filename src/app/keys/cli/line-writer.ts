import type { Writable } from 'node:stream'

/**
 * Returns a function that writes a line to a stream. It resolves once the line is written, and rejects if it cannot be,
 * for example on a full disk or to a closed pipe.
 */
export function lineWriter(stream: Writable): (text: string) => Promise<void> {
  // The callback of each write gets its error. Without this listener the stream would end the process with it.
  stream.on('error', () => {})
  return (text) =>
    new Promise((resolve, reject) => {
      stream.write(`${text}\n`, (error) => (error ? reject(error) : resolve()))
    })
}
