import type { Writable } from 'node:stream'

/**
 * Answers how to write lines to a stream: done once it is written, and refused where it could not be, on a full disk,
 * say, or into a pipe that nobody reads.
 */
export function lineWriter(stream: Writable): (text: string) => Promise<void> {
  // Each line hears of its own failure; without a listener the stream would end the process with the same.
  stream.on('error', () => {})
  return (text) =>
    new Promise((resolve, reject) => {
      stream.write(`${text}\n`, (error) => (error ? reject(error) : resolve()))
    })
}
