import type { Readable, Writable } from 'node:stream'
import { type Paint, paintFor } from './paint.ts'

type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number }

export interface Channel {
  /** A person reads it, and not a program. */
  readonly isTerminal: boolean
  readonly paint: Paint
  /** Width of the terminal. */
  columns(): number
  write(text: string | Uint8Array): Promise<void>
}

export interface Terminal {
  /** Results. */
  readonly out: Channel
  /** Progress and notes. */
  readonly notes: Channel
  readonly input: Readable & { readonly isTTY?: boolean }
}

interface Streams {
  readonly stdin: Terminal['input']
  readonly stdout: Output
  readonly stderr: Output
}

export const openTerminal = (
  { stdin, stdout, stderr }: Streams,
  environment: Readonly<Record<string, string | undefined>>,
): Terminal => ({
  out: channelOf(stdout, environment),
  notes: channelOf(stderr, environment),
  input: stdin,
})

function channelOf(stream: Output, environment: Readonly<Record<string, string | undefined>>): Channel {
  const isTerminal = stream.isTTY === true
  return {
    isTerminal,
    paint: paintFor(isTerminal, environment),
    columns: () => stream.columns ?? 80,
    write: (text) =>
      new Promise((resolve, reject) => {
        stream.write(text, (error) => (error ? reject(error) : resolve()))
      }),
  }
}
