import type { Readable, Writable } from 'node:stream'

export interface Terminal {
  /** Results. */
  readonly out: Channel
  /** Progress and notes. */
  readonly notes: Channel
  readonly input: Readable & { readonly isTTY?: boolean }
}

export interface Channel {
  /** A person reads it, and not a program. */
  readonly isTerminal: boolean
  readonly paint: Paint
  /** Width of the terminal. */
  columns(): number
  write(text: string | Uint8Array): Promise<void>
}

export interface Paint {
  bold(text: string): string
  dim(text: string): string
  good(text: string): string
  bad(text: string): string
  busy(text: string): string
}

type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number }

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

/** Colours on a terminal, unless NO_COLOR is set (https://no-color.org). */
export function paintFor(
  isTerminal: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): Paint {
  const hasColours = isTerminal && !environment.NO_COLOR && environment.TERM !== 'dumb'
  const code = (start: number, end: number) => (text: string) =>
    hasColours ? `\u001b[${start}m${text}\u001b[${end}m` : text
  return { bold: code(1, 22), dim: code(2, 22), good: code(32, 39), bad: code(31, 39), busy: code(33, 39) }
}
