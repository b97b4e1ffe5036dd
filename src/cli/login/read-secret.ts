import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Terminal } from '../output/terminal.ts'

/** Reads a secret from standard input: hidden, if a person types it. */
export async function readSecret(
  { input, notes }: Terminal,
  /** What a person is asked for, such as `API key`. */
  what: string,
  signal: AbortSignal,
): Promise<string> {
  if (!input.isTTY) {
    let text = ''
    for await (const chunk of input.setEncoding('utf8')) text += chunk
    return text.trim()
  }
  await notes.write(`${what} (your input is not shown): `)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: silent, terminal: true })
  try {
    return (await lines.question('', { signal })).trim()
  } finally {
    lines.close()
    await notes.write('\n')
  }
}
