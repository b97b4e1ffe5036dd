/**
 * `npm run replay -- TRANSCRIPT [--name NAME]`: makes a case of the tests from the transcript of a run. Exit code 0 done, 1 not,
 * 2 wrong arguments.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { findWindowsProblem } from '../../../src/action/workspace/files/portable-names.ts'
import {
  HELP,
  parseArguments,
  runCommand,
  WrongArguments,
} from '../../../src/app/command-line/run-command.ts'
import { play, toStreams } from './play.ts'
import { BadRecording, type Conversation, Recording, readTranscript, toSteps } from './recording.ts'

const CASES = join(import.meta.dirname, 'cases')

await runCommand({
  usage: `usage: npm run replay -- TRANSCRIPT [--name NAME] [--folder FOLDER]
       npm run replay -- --update
Makes a case of the tests from the transcript of a run (output \`transcript\` of the action). --name names its file, in small
letters, digits and hyphens; --folder another folder than test/action/replay/cases. Nothing of the transcript is executed.
--update writes the messages that are sent now into all cases.
`,
  readArguments() {
    const options = {
      name: { type: 'string' },
      folder: { type: 'string', default: CASES },
      update: { type: 'boolean', default: false },
      help: HELP,
    } as const
    const { values, positionals } = parseArguments({ options, allowPositionals: true })
    const [path = '', ...others] = positionals
    if (!values.help && ((path === '') !== values.update || others.length > 0))
      throw new WrongArguments('name one transcript, or --update')
    const name = values.name ?? nameOf(path)
    if (path !== '' && (!/^[a-z0-9][a-z0-9-]{0,59}$/.test(name) || findWindowsProblem(name) !== null))
      throw new WrongArguments(
        `${name} cannot name a case: use --name with up to 60 small letters, digits and hyphens`,
      )
    return { ...values, path, name }
  },
  async run({ path, name, folder, update }) {
    if (update) await updateCases(folder)
    else await addCase(path, join(folder, `${name}.json`))
    return 0
  },
})

function nameOf(path: string): string {
  const name = basename(path).replace(/(\.transcript)?\.jsonl$/, '')
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}

async function addCase(path: string, file: string): Promise<void> {
  // npm changes to the folder of the project; INIT_CWD is where the person was.
  const text = readFileSync(resolve(process.env.INIT_CWD ?? '', path), 'utf8')
  const conversation = readNamed(path, text)
  const recording = await record(conversation, toStreams(conversation))
  writeNew(file, textOf(recording))
  const answers = recording.lines.filter(({ type }) => type === 'answered').length
  process.stdout.write(
    `${file}: ${answers} answers of ${recording.model}\nIt has the prompts, file contents and answers of the run: read it before you commit it.\n`,
  )
}

function readNamed(path: string, text: string): Conversation {
  try {
    return readTranscript(text)
  } catch (cause) {
    if (cause instanceof BadRecording) throw new Error(`${path}, ${cause.message}`, { cause })
    throw cause
  }
}

/** What is sent in this conversation, and what its answers count. Throws if an answer is read in another way than in the run. */
async function record(conversation: Conversation, streams: Recording['streams']): Promise<Recording> {
  const { answers, sent, faults } = await play(conversation, streams)
  let next = 0
  const lines = conversation.lines.map((line) => {
    const read = line.type === 'answered' ? answers[next++] : undefined
    if (read === undefined || isDeepStrictEqual({ ...read, usage: null }, { ...line, usage: null }))
      return read ?? line
    throw new Error(
      `answer ${next} is read in another way than in the run:\n${JSON.stringify(line)}\n${JSON.stringify(read)}`,
    )
  })
  if (faults.length > 0) throw new Error(`the provider would refuse the requests: ${faults.join('; ')}`)
  return { ...conversation, lines, streams, sent: toSteps(sent) }
}

function textOf(recording: Recording): string {
  return `${JSON.stringify(recording, null, 2)}\n`
}

async function updateCases(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    const before = readFileSync(file, 'utf8')
    const recording = Recording.parse(JSON.parse(before))
    const after = textOf(await record(recording, recording.streams))
    if (after === before) continue
    writeFileSync(file, after)
    process.stdout.write(`${file} has changed\n`)
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
