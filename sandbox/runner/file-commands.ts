import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The files in which a step reports results to the runner. Each step gets new files. */
export interface FileCommands {
  readonly variables: Readonly<Record<string, string>>
  /** Reads the results of the step and removes the files. */
  collect(): Promise<StepResults>
}

export interface StepResults {
  readonly outputs: ReadonlyMap<string, string>
  readonly state: ReadonlyMap<string, string>
  readonly env: ReadonlyMap<string, string>
  readonly path: readonly string[]
  readonly summary: string
  /** Violations of GitHub's format. They fail the step. */
  readonly formatErrors: readonly string[]
}

const FILES = {
  GITHUB_OUTPUT: 'set_output_',
  GITHUB_STATE: 'save_state_',
  GITHUB_ENV: 'set_env_',
  GITHUB_PATH: 'add_path_',
  GITHUB_STEP_SUMMARY: 'step_summary_',
} as const

export async function makeFileCommands(runnerTemp: string): Promise<FileCommands> {
  const directory = join(runnerTemp, '_runner_file_commands')
  await mkdir(directory, { recursive: true })
  const suffix = randomUUID()
  const pathOf = (name: keyof typeof FILES) => join(directory, FILES[name] + suffix)
  const names = Object.keys(FILES) as (keyof typeof FILES)[]
  await Promise.all(names.map((name) => writeFile(pathOf(name), '')))
  const read = async (name: keyof typeof FILES) => readFile(pathOf(name), 'utf8')
  return {
    variables: Object.fromEntries(names.map((name) => [name, pathOf(name)])),
    collect: async () => {
      const formatErrors: string[] = []
      const values = async (name: keyof typeof FILES) =>
        parseFileCommand(await read(name), name, formatErrors)
      const results = {
        outputs: await values('GITHUB_OUTPUT'),
        state: await values('GITHUB_STATE'),
        env: await values('GITHUB_ENV'),
        path: (await read('GITHUB_PATH')).split(/\r?\n/).filter((line) => line !== ''),
        summary: await read('GITHUB_STEP_SUMMARY'),
        formatErrors,
      }
      await Promise.all(names.map((name) => rm(pathOf(name), { force: true })))
      return results
    },
  }
}

/** `name=value`, or `name<<DELIMITER`, lines, `DELIMITER`. The first of `=` and `<<` decides. */
function parseFileCommand(text: string, file: string, formatErrors: string[]): Map<string, string> {
  const values = new Map<string, string>()
  const lines = text.split(/\r?\n/)
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (line === '') continue
    const equals = line.indexOf('=')
    const heredoc = line.indexOf('<<')
    if (equals >= 0 && (heredoc < 0 || equals < heredoc)) {
      values.set(line.slice(0, equals), line.slice(equals + 1))
      continue
    }
    const end = heredoc < 0 ? -1 : lines.indexOf(line.slice(heredoc + 2), index + 1)
    if (end < 0) {
      formatErrors.push(
        heredoc < 0 ? `Invalid format '${line}' in ${file}` : `Matching delimiter not found in ${file}`,
      )
      return values
    }
    values.set(line.slice(0, heredoc), lines.slice(index + 1, end).join('\n'))
    index = end
  }
  return values
}
