import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openRepository } from '../../src/action/git/process/repository.ts'
import type { ToolResult } from '../../src/action/workspace/files/tool-result.ts'
import { openWorkspace } from '../../src/action/workspace/open-workspace.ts'
import { givenHistory } from '../../test/support/action/given-history.ts'
import { type Figure, figure } from '../figures/figure.ts'
import { median } from '../figures/median.ts'
import { createLargeRepository, FILES } from '../repositories/create-large-repository.ts'
import { git } from '../repositories/create-repository.ts'

const ROUNDS = 11

interface Case {
  readonly name: string
  readonly find: () => Promise<ToolResult>
  /** Arguments of ripgrep for the same search. */
  readonly ripgrep: readonly string[]
}

type Environment = Readonly<Record<string, string | undefined>>

/** The agent's `search` and `list` compared to ripgrep, on a large repository. `null`: ripgrep is not installed. */
export async function measureSearch(
  directory: string,
  environment: Environment = process.env,
): Promise<readonly Figure[] | null> {
  if (!(await hasRipgrep(environment))) return null
  const root = join(directory, 'large')
  await mkdir(root)
  await createLargeRepository(root)
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

/** The tools of a run: with a separate git directory and a new index. */
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

/** Reads all output, like the agent's tools do. */
async function run(command: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] })
  child.stdout.resume()
  await once(child, 'close')
}

const hasRipgrep = ({ PATH }: Environment): Promise<boolean> =>
  new Promise((resolve) => {
    execFile('rg', ['--version'], { env: { PATH } }, (error) => resolve(error === null))
  })
