import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type SandboxModel, startSandboxModel } from '../../sandbox/model/model.ts'
import { COMPILED } from '../support/processes/compiled.ts'
import { commandLine, type Ran, type RunSettings } from './command-line.ts'

export const MODEL = 'anthropic/claude-sonnet-5-5'

export interface TryScene {
  readonly model: SandboxModel
  /** A clone with `FILES` in its one commit. */
  readonly clone: string
  /** A folder beside the clone. */
  readonly outside: string
  readonly environment: Readonly<Record<string, string>>
  git(...args: readonly string[]): string
  write(files: Readonly<Record<string, string>>): void
  read(path: string): string
  /** Runs `prentice try` in the clone, which starts the action as a process. */
  run(args: readonly string[], settings?: RunSettings): Promise<Ran>
  /** What runs have left in the folder for temporary files. */
  leftovers(): string[]
}

const FILES = { 'README.md': 'One dog\n', 'src/main.ts': 'export const dogs = 1\n' }

/** A clone, the scripted model, and the command line. */
export async function tryScene(files: Readonly<Record<string, string>> = FILES): Promise<TryScene> {
  const model = await startSandboxModel()
  onTestFinished(model.close)
  const { folder, run } = await commandLine()
  const clone = join(folder, 'clone')
  const temp = join(folder, 'temp')
  const outside = join(folder, 'outside')
  for (const each of [clone, temp, outside]) mkdirSync(each)
  const environment = {
    ...{ PATH: process.env.PATH ?? '', HOME: outside, TMPDIR: temp, ANTHROPIC_BASE_URL: model.url },
    ...COMPILED,
  }
  const git = (...args: readonly string[]): string => gitIn(clone, ...args)
  const write: TryScene['write'] = (named) => {
    for (const [path, text] of Object.entries(named)) {
      mkdirSync(dirname(join(clone, path)), { recursive: true })
      writeFileSync(join(clone, path), text)
    }
  }
  git('init', '--quiet', '--initial-branch=main')
  write(files)
  git('add', '.')
  git('commit', '--quiet', '--message=First')
  return {
    ...{ model, clone, outside, environment, git, write },
    read: (path) => readFileSync(join(clone, path), 'utf8'),
    run: (args, settings = {}) =>
      run(['try', '--model', MODEL, ...args], {
        folder: clone,
        ...settings,
        environment: { ...environment, ...settings.environment },
      }),
    leftovers: () => readdirSync(temp),
  }
}

/** git as a person has it: with the configuration, hooks and filters of the repository. */
export const gitIn = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...{ PATH: process.env.PATH, HOME: folder, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
      ...{ GIT_AUTHOR_NAME: 'Ana', GIT_AUTHOR_EMAIL: 'ana@example.com' },
      ...{ GIT_COMMITTER_NAME: 'Ana', GIT_COMMITTER_EMAIL: 'ana@example.com' },
    },
  })
