import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

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

export interface GivenStep {
  readonly inputs: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
}

/** Starts the main step in this folder. */
export type StartAction = (folder: string, given: GivenStep) => StartedAction

/** The files and variables that the runner prepares for a step: file commands, `INPUT_*`, the workspace. */
export function prepareStep(folder: string, given: GivenStep) {
  const place = (name: string) => join(folder, name)
  for (const name of ['work', 'temp', 'commands']) mkdirSync(place(name), { recursive: true })
  const files = {
    output: place('commands/output'),
    state: place('commands/state'),
    summary: place('commands/summary'),
  }
  for (const file of Object.values(files)) writeFileSync(file, '')
  const inputs = Object.entries(given.inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])
  const env: Record<string, string | undefined> = {
    PATH: process.env.PATH,
    HOME: folder,
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
  }
  return { workspace: place('work'), env, files }
}

/** `name<<DELIMITER`, the value, `DELIMITER`. */
export function readFileCommand(file: string): Record<string, string> {
  const found = readFileSync(file, 'utf8').matchAll(/^([^\n<]+)<<(\S+)\n([\s\S]*?)\n\2$/gm)
  return Object.fromEntries([...found].map(([, name, , value]) => [name, value]))
}
