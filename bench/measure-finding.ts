import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openRepository } from '../src/action/git/process/repository.ts'
import type { ToolResult } from '../src/action/workspace/files/tool-result.ts'
import { openWorkspace } from '../src/action/workspace/workspace.ts'
import { givenHistory } from '../test/support/action/given-history.ts'
import { type Figure, figure } from './figure.ts'
import { FILES, givenLargeRepository } from './given-large-repository.ts'
import { git } from './given-repository.ts'
import { median } from './median.ts'

const ROUNDS = 11

interface Case {
  readonly name: string
  readonly find: () => Promise<ToolResult>
  /** What ripgrep is asked for the same. */
  readonly ripgrep: readonly string[]
}

/** The agent's `search` and `list` against ripgrep, on the same files of a large repository. */
export async function measureFinding(directory: string): Promise<readonly Figure[]> {
  await mustHaveRipgrep()
  const root = join(directory, 'large')
  await mkdir(root)
  await givenLargeRepository(root)
  const { search, list } = await openTools(directory, root)
  const cases: Case[] = [
    {
      name: 'search, rare text',
      find: () => search({ pattern: 'function4711(' }),
      ripgrep: ['-n', '-F', 'function4711('],
    },
    {
      name: 'search, text in every file',
      find: () => search({ pattern: 'import' }),
      ripgrep: ['-n', '-F', 'import'],
    },
    {
      name: 'search, expression',
      find: () => search({ pattern: '\\bawait\\d+ \\w+\\(error', regex: true }),
      ripgrep: ['-n', '\\bawait\\d+ \\w+\\(error'],
    },
    { name: 'list, all files', find: () => list({}), ripgrep: ['--files'] },
    {
      name: 'list, a glob',
      find: () => list({ pattern: '*.test.ts' }),
      ripgrep: ['--files', '-g', '*.test.ts'],
    },
  ]
  const figures: Figure[] = []
  for (const one of cases) figures.push(await compare(one, root))
  return figures
}

async function compare({ name, find, ripgrep }: Case, root: string): Promise<Figure> {
  const times = { ours: [] as number[], ripgrep: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    times.ours.push(
      await timeOf(async () => {
        const { ok, text } = await find()
        if (!ok) throw new Error(`${name}: ${text}`)
      }),
    )
    times.ripgrep.push(await timeOf(() => run('rg', [...ripgrep, '--hidden', '--glob', '!.git', '.'], root)))
  }
  return figure(`${name}, ${FILES} files`, median(times.ours), 'ms', median(times.ripgrep))
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** The tools as a run has them: through a git directory of its own, with a fresh index. */
async function openTools(directory: string, root: string) {
  const gitDir = join(directory, 'large-git')
  const environment = { PATH: process.env.PATH }
  const repository = await openRepository({
    gitDir,
    workTree: root,
    remote: 'https://localhost/a/b.git',
    environment,
  })
  await git(root, '--git-dir', gitDir, '--work-tree', root, 'add', '--all')
  return openWorkspace({ root, git: repository.git, history: givenHistory(repository.git) })
}

/** Reads all that it prints, as our own way does. */
async function run(command: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] })
  child.stdout.resume()
  await once(child, 'close')
}

async function mustHaveRipgrep(): Promise<void> {
  try {
    await run('rg', ['--version'], '.')
  } catch (cause) {
    throw new Error(
      'what finding costs is held against ripgrep: install it, as with apt-get install ripgrep',
      {
        cause,
      },
    )
  }
}
