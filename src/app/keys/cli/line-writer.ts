import type { Writable } from 'node:stream'

/**
 * Answers how to write lines to a stream: done once it is written, and refused where it could not be, on a full disk,
 * say, or into a pipe that nobody reads.
 */
export function lineWriter(stream: Writable): (text: string) => Promise<void> {
  // The callback of each write gets its error. Without this listener the stream would end the process with it.
  stream.on('error', () => {})
  return (text) =>
    new Promise((resolve, reject) => {
      stream.write(`${text}\n`, (error) => (error ? reject(error) : resolve()))
    })
}
