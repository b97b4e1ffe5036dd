import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { COMPILED } from '../../support/processes/compiled.ts'

const BUNDLE = resolve('dist/index.js')

interface ActionRun {
  readonly code: number | null
  /** Everything printed, as the runner's log has it. */
  readonly log: string
  readonly outputs: Record<string, string>
  readonly state: Record<string, string>
  readonly summary: string
  /** How long it took: for lower bounds only. */
  readonly ms: number
}

export interface StartedAction {
  readonly ended: Promise<ActionRun>
  kill(signal: NodeJS.Signals): void
}

/** Starts the bundle as the runner does: file commands, `INPUT_*`, the workspace as working directory, no stdin. */
export function startBundle(
  folder: string,
  given: {
    readonly inputs: Readonly<Record<string, string>>
    readonly env: Readonly<Record<string, string>>
  },
): StartedAction {
  const place = (name: string) => join(folder, name)
  for (const name of ['work', 'temp', 'commands']) mkdirSync(place(name), { recursive: true })
  const files = {
    output: place('commands/output'),
    state: place('commands/state'),
    summary: place('commands/summary'),
  }
  for (const file of Object.values(files)) writeFileSync(file, '')
  const inputs = Object.entries(given.inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])
  const started = performance.now()
  const child = spawn(process.execPath, [BUNDLE], {
    cwd: place('work'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      ...COMPILED,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_EVENT_NAME: 'workflow_dispatch',
      GITHUB_RUN_ID: '99',
      GITHUB_WORKSPACE: place('work'),
      RUNNER_TEMP: place('temp'),
      GITHUB_OUTPUT: files.output,
      GITHUB_STATE: files.state,
      GITHUB_STEP_SUMMARY: files.summary,
      ...given.env,
      ...Object.fromEntries(inputs),
    },
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text
    })
  }
  const ended = new Promise<ActionRun>((done) => {
    child.on('close', (code) =>
      done({
        code,
        log,
        outputs: readFileCommand(files.output),
        state: readFileCommand(files.state),
        summary: readFileSync(files.summary, 'utf8'),
        ms: performance.now() - started,
      }),
    )
  })
  return { ended, kill: (signal) => child.kill(signal) }
}

/** `name<<DELIMITER`, the value, `DELIMITER`. */
function readFileCommand(file: string): Record<string, string> {
  const found = readFileSync(file, 'utf8').matchAll(/^([^\n<]+)<<(\S+)\n([\s\S]*?)\n\2$/gm)
  return Object.fromEntries([...found].map(([, name, , value]) => [name, value]))
}

/** What the runner would carry out as a command, other than the ones of every run. */
export function commandsIn(log: string): string[] {
  return log
    .split(/\r?\n/)
    .filter((line) => line.trimStart().startsWith('::') || line.includes('##['))
    .filter((line) => !/^::(add-mask|group|endgroup)/.test(line))
}
