/**
 * `npm run replay -- TRANSCRIPT [--name NAME]`: makes a case of the tests from the transcript of a run. Exit code 0 done, 1 not,
 * 2 wrong arguments.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { findWindowsProblem } from '../../../src/action/workspace/files/portable-names.ts'
import { play, toStreams } from './play.ts'
import { BadRecording, type Recording, readTranscript, toSteps } from './recording.ts'

const USAGE = `usage: npm run replay -- TRANSCRIPT [--name NAME] [--folder FOLDER]
Makes a case of the tests from the transcript of a run (output \`transcript\` of the action). --name names its file, in small
letters, digits and hyphens; --folder another folder than test/action/replay/cases. Nothing of the transcript is executed.
`

const CASES = join(import.meta.dirname, 'cases')

async function main(): Promise<number> {
  const options = {
    name: { type: 'string' },
    folder: { type: 'string', default: CASES },
    help: { type: 'boolean', short: 'h', default: false },
  } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true, strict: true })
  const [path, ...others] = positionals
  if (values.help || path === undefined || others.length > 0) {
    process[values.help ? 'stdout' : 'stderr'].write(USAGE)
    return values.help ? 0 : 2
  }
  const name = values.name ?? nameOf(path)
  if (!/^[a-z0-9][a-z0-9-]{0,59}$/.test(name) || findWindowsProblem(name) !== null)
    throw new Error(`${name} cannot name a case: use --name with up to 60 small letters, digits and hyphens`)
  // npm changes to the folder of the project; INIT_CWD is where the person was.
  const text = readFileSync(resolve(process.env.INIT_CWD ?? '', path), 'utf8')
  const file = join(values.folder, `${name}.json`)
  const recording = await recordingOf(text, path)
  writeNew(file, `${JSON.stringify(recording, null, 2)}\n`)
  const answers = recording.lines.filter(({ type }) => type === 'answered').length
  process.stdout.write(
    `${file}: ${answers} answers of ${recording.model}\nIt has the prompts, file contents and answers of the run: read it before you commit it.\n`,
  )
  return 0
}

const nameOf = (path: string): string =>
  basename(path)
    .replace(/(\.transcript)?\.jsonl$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')

async function recordingOf(text: string, path: string): Promise<Recording> {
  try {
    const conversation = readTranscript(text)
    const streams = toStreams(conversation)
    const { answers, sent, faults } = await play(conversation, streams)
    let next = 0
    const lines = conversation.lines.map((line) => {
      const read = line.type === 'answered' ? answers[next++] : undefined
      // As the scripted provider counts.
      if (read === undefined || isDeepStrictEqual({ ...read, usage: null }, { ...line, usage: null }))
        return read ?? line
      throw new Error(
        `answer ${next} is read in another way than in the run:\n${JSON.stringify(line)}\n${JSON.stringify(read)}`,
      )
    })
    if (faults.length > 0) throw new Error(`the provider would refuse the requests: ${faults.join('; ')}`)
    return { ...conversation, lines, streams, sent: toSteps(sent) }
  } catch (cause) {
    if (cause instanceof BadRecording) throw new Error(`${path}, ${cause.message}`, { cause })
    throw cause
  }
}

function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx' })
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    throw new Error(
      code === 'EEXIST'
        ? `${file} exists already: use another --name`
        : `${file} cannot be written (${code})`,
      { cause },
    )
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
