import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable, Writable } from 'node:stream'
import { onTestFinished } from 'vitest'
import { openTerminal } from '../../src/cli/output/terminal.ts'
import { runCommandLine } from '../../src/cli/run-command-line.ts'

export interface Ran {
  readonly code: number
  readonly out: string
  readonly notes: string
}

export interface RunSettings {
  readonly environment?: Readonly<Record<string, string>>
  /** What is piped in. */
  readonly input?: string
  /** A person reads the output. */
  readonly isTerminal?: boolean
  /** What a person types where the notes end with such a text. */
  readonly answers?: readonly (readonly [RegExp, string])[]
  readonly signal?: AbortSignal
  /** Called with each piece of its notes. */
  readonly onNote?: (text: string) => unknown
  readonly folder?: string
}

export interface CommandLineScene {
  /** A folder of its own, without a repository. */
  readonly folder: string
  readonly loginsPath: string
  /** Addresses that were opened in the browser. */
  readonly opened: string[]
  run(args: readonly string[], settings?: RunSettings): Promise<Ran>
}

/** The command line as a person has it, in this process. */
export async function commandLine(): Promise<CommandLineScene> {
  const folder = await mkdtemp(join(tmpdir(), 'prentice-cli-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const loginsPath = join(folder, 'config/prentice/logins.json')
  const opened: string[] = []
  return {
    folder,
    loginsPath,
    opened,
    async run(
      args,
      { environment = {}, input = '', isTerminal = false, answers = [], signal, onNote, folder: where } = {},
    ) {
      const stdout = collector(isTerminal)
      const typed = new PassThrough()
      const stderr = collector(isTerminal, (text) => {
        const [, answer] = answers.find(([asked]) => asked.test(text)) ?? []
        if (answer !== undefined) typed.write(`${answer}\n`)
        return onNote?.(text)
      })
      const piped = Readable.from(input === '' ? [] : [input], { objectMode: false })
      const stdin = Object.assign(answers.length > 0 ? typed : piped, { isTTY: isTerminal })
      const code = await runCommandLine(args, {
        context: {
          environment,
          folder: where ?? folder,
          loginsPath,
          terminal: openTerminal({ stdin, stdout: stdout.stream, stderr: stderr.stream }, environment),
          signal: signal ?? new AbortController().signal,
          now: Date.now,
          openInBrowser: async (url) => void opened.push(url),
        },
        version: '1.2.3',
        onStart: () => undefined,
      })
      return { code, out: stdout.text(), notes: stderr.text() }
    },
  }
}

function collector(isTTY: boolean, onText: (text: string) => unknown = () => undefined) {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      onText(chunk.toString())
      done()
    },
  })
  return {
    stream: Object.assign(stream, { isTTY, columns: 100 }),
    text: () => Buffer.concat(chunks).toString(),
  }
}
