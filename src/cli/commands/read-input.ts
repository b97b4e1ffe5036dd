import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CommandError } from '../output/exit-code.ts'
import { plainText } from '../output/plain-text.ts'
import type { Terminal } from '../output/terminal.ts'

/** The prompt from the arguments, from a file, or, for `-`, from standard input. */
export async function readPrompt(
  words: readonly string[],
  file: string | undefined,
  { input }: Pick<Terminal, 'input'>,
): Promise<string> {
  if (words.length > 0 && file !== undefined) throw new CommandError('give a prompt or --file, not both')
  const source = file ?? (words.length === 1 && words[0] === '-' ? '-' : undefined)
  if (source === undefined) {
    if (words.length === 0) throw new CommandError('the prompt is missing: write it in quotes, or use --file')
    return words.join(' ')
  }
  if (source !== '-') return await readPromptFile(source)
  if (input.isTTY) throw new CommandError('- reads the prompt from standard input: pipe it in')
  let text = ''
  for await (const chunk of input.setEncoding('utf8')) text += chunk
  return text
}

async function readPromptFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error
    throw new CommandError(
      `the prompt file ${path} cannot be read (${code}): name an existing file with --file`,
    )
  }
}

/** The JSON Schema in a file. The server says what is wrong with it. */
export async function readSchema(path: string): Promise<Record<string, unknown>> {
  const fail = (why: string): CommandError =>
    new CommandError(`${path} ${why}: name a file with a JSON Schema with --output-schema`)
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw fail(`cannot be read (${error instanceof Error && 'code' in error ? error.code : error})`)
  })
  let schema: unknown
  try {
    schema = JSON.parse(text)
  } catch (error) {
    throw fail(`is not JSON (${error instanceof Error ? error.message : error})`)
  }
  if (!isSchema(schema)) throw fail('is not a JSON object')
  return schema
}

const isSchema = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a person can answer questions. In a script, nobody is asked. */
export const canAsk = ({ input, notes }: Terminal): boolean => input.isTTY === true && notes.isTerminal

/** Everything but a yes is a no. */
export async function askYesOrNo(
  terminal: Terminal,
  { about, question }: { readonly about: readonly string[]; readonly question: string },
  signal: AbortSignal,
): Promise<boolean> {
  if (!canAsk(terminal)) return false
  await terminal.notes.write(about.map((line) => `  ${plainText(line)}\n`).join(''))
  return /^y(es)?$/i.test(await askLine(terminal, `${plainText(question)} [y/N]`, signal))
}

/** What a person writes in one line; empty: nothing. */
export async function askLine(
  { input, notes }: Terminal,
  question: string,
  signal: AbortSignal,
): Promise<string> {
  await notes.write(`${question} `)
  const lines = createInterface({ input, terminal: false })
  try {
    return (await lines.question('', { signal })).trim()
  } catch {
    return ''
  } finally {
    lines.close()
  }
}

/** Reads a secret from standard input: hidden, if a person types it. */
export async function readSecret(
  { input, notes }: Terminal,
  /** What the person enters, such as `API key`. */
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
