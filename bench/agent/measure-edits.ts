import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openRepository } from '../../src/action/git/process/repository.ts'
import type { ToolResult } from '../../src/action/workspace/files/tool-result.ts'
import { openWorkspace } from '../../src/action/workspace/open-workspace.ts'
import type { Workspace } from '../../src/action/workspace/workspace.ts'
import { givenHistory } from '../../test/support/action/given-history.ts'
import { type Figure, figure } from '../figures/figure.ts'

interface Case {
  readonly name: string
  /** The number of functions in each file. A function has four lines. */
  readonly functions: number
  readonly files: number
  readonly calls: number
  /** Changes the nth function in every file. */
  edit(workspace: Workspace, n: number): Promise<ToolResult>
}

const CASES: readonly Case[] = [
  {
    name: 'edit, 1,000 lines',
    functions: 250,
    files: 1,
    calls: 250,
    edit: (workspace, n) => workspace.edit({ path: pathOf(0), old: before(n), new: after(n) }),
  },
  {
    name: 'edit, 1,000 lines, re-indented',
    functions: 250,
    files: 1,
    calls: 250,
    edit: (workspace, n) =>
      workspace.edit({ path: pathOf(0), old: before(n, '    '), new: after(n, '    ') }),
  },
  {
    name: 'edit, 25,000 lines',
    functions: 6250,
    files: 1,
    calls: 50,
    edit: (workspace, n) => workspace.edit({ path: pathOf(0), old: before(n), new: after(n) }),
  },
  {
    name: 'patch, 10 files',
    functions: 250,
    files: 10,
    calls: 100,
    edit: (workspace, n) => workspace.applyPatch({ patch: patchOf(n, 10) }),
  },
]

/** Files changed per second by the agent's tools, compared to plain reading, replacing and writing. */
export async function measureEdits(directory: string): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const [index, one] of CASES.entries()) {
    const root = join(directory, `edits-${index}`)
    await mkdir(root)
    figures.push(await measure(root, one))
  }
  return figures
}

async function measure(root: string, { name, functions, files, calls, edit }: Case): Promise<Figure> {
  const text = Array.from({ length: functions }, (_, n) => `${before(n)}\n\n`).join('')
  const paths = Array.from({ length: files }, (_, file) => pathOf(file))
  for (const path of paths) for (const one of [path, plain(path)]) await writeFile(join(root, one), text)
  const workspace = await openTools(root)
  for (const path of paths) await workspace.read({ path, lines: 1 })
  const ms = { tool: 0, plain: 0 }
  for (let n = 0; n < calls; n++) {
    ms.tool += await timeOf(async () => {
      const { ok, text: problem } = await edit(workspace, n)
      if (!ok) throw new Error(`${name}: ${problem}`)
    })
    ms.plain += await timeOf(async () => {
      for (const path of paths) await replacePlainly(join(root, plain(path)), n)
    })
  }
  await requireEqualFiles(root, paths)
  const perSecond = (spent: number) => (calls * files * 1000) / spent
  return figure(name, perSecond(ms.tool), 'files/s', perSecond(ms.plain))
}

const pathOf = (file: number): string => `file-${file}.ts`
const plain = (path: string): string => `plain-${path}`

const before = (n: number, indent = ''): string => functionOf(n, '+', indent)
const after = (n: number, indent = ''): string => functionOf(n, '*', indent)
const functionOf = (n: number, sign: string, indent: string): string =>
  [`function work${n}(input) {`, `  return input ${sign} ${n}`, '}'].map((line) => indent + line).join('\n')

function patchOf(n: number, files: number): string {
  const lines = [` function work${n}(input) {`, `-  return input + ${n}`, `+  return input * ${n}`, ' }']
  const sections = Array.from({ length: files }, (_, file) => [
    `*** Update File: ${pathOf(file)}`,
    '@@',
    ...lines,
  ])
  return ['*** Begin Patch', ...sections.flat(), '*** End Patch'].join('\n')
}

async function replacePlainly(path: string, n: number): Promise<void> {
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace(before(n), after(n)))
}

/** Ensures that both did the same work. */
async function requireEqualFiles(root: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const [tool, expected] = await Promise.all(
      [path, plain(path)].map((one) => readFile(join(root, one), 'utf8')),
    )
    if (tool !== expected) throw new Error(`${path} differs from the result of the same plain edits`)
  }
}

async function openTools(root: string): Promise<Workspace> {
  const repository = await openRepository({
    gitDir: `${root}-git`,
    workTree: root,
    remote: 'https://localhost/a/b.git',
    environment: { PATH: process.env.PATH },
  })
  return openWorkspace({ root, git: repository.git, history: givenHistory(repository.git) })
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
