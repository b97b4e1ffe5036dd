import { lstat, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Asked } from '../../../../src/action/agent/tools/ask.ts'
import { Finish } from '../../../../src/action/agent/tools/finish.ts'
import { callMcp } from '../../../../src/action/agent/tools/mcp.ts'
import { Plan } from '../../../../src/action/agent/tools/plan.ts'
import { ALL_TOOLS, toolsFor } from '../../../../src/action/agent/tools/toolset.ts'
import { openAgentCommands, openOutputs } from '../../../../src/action/checks/agent-commands.ts'
import { openChecks } from '../../../../src/action/checks/open-checks.ts'
import { readInput } from '../../../../src/action/models/tool-calls/tool-spec.ts'
import type { ToolResult } from '../../../../src/action/workspace/files/tool-result.ts'
import { readOnlyTool } from '../../../fakes/mcp/mcp-server.ts'
import { givenServer, openServers } from '../../../support/action/mcp-scene.ts'
import { openTree } from '../../../support/action/open-tree.ts'
import { exited, scriptedCommandRunner } from '../../../support/action/scripted-command-runner.ts'
import { assertAsyncProperty } from '../../../support/random.ts'

const FILES = {
  'a.txt': 'one\ntwo\nthree\n',
  'src/b.txt': 'ä\r\nb\r\n',
  'src/deep/c.sh': '#!/bin/sh\ntrue\n',
  'binary.bin': Buffer.from([0, 255, 1, 2]),
}

const MEGABYTE = 1024 * 1024

/** What Node, git, the file system, regular expressions, JSON or JavaScript objects treat in their own ways. */
const NASTY: readonly unknown[] = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    'a.txt\0',
    '*\0',
    '\n',
    'a\r\nb',
    '\ud83d',
    'x\udc00y',
    '\ufffd',
    '\u202e',
    '\ufeff',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'valueOf'],
  ...[
    '..',
    '../..',
    '/',
    '/etc/passwd',
    '.git/config',
    'a/'.repeat(2100),
    `${'d/'.repeat(2000)}x`,
    'C:\\x',
    'a:b.md',
  ],
  ...[
    'n'.repeat(256),
    'ü'.repeat(200),
    `${'n'.repeat(255)}/${'n'.repeat(255)}`,
    'a.txt/b',
    'src',
    'link',
    'link/x',
  ],
  ...[
    '(',
    '[',
    '(?<',
    '\\',
    '(?R)',
    '(?P<n>a)\\k<x>',
    '(a+)+$',
    '*{3}',
    '\\x{110000}',
    '[[:foo:]]',
    '(*LIMIT_MATCH=1)',
  ],
  ...[
    '***',
    '**/**',
    '[!',
    ':(exclude)a',
    ':!a',
    '{a,{b,c}',
    '{'.repeat(3000),
    '{a,b}'.repeat(40),
    '-e',
    '--help',
  ],
  ...[
    'HEAD',
    '0'.repeat(40),
    'deadbeef',
    'aaaa; rm -rf .',
    '$(id)',
    '{"a":',
    '[]',
    'null',
    '{"__proto__":{"x":1}}',
  ],
  ...[
    '*** Begin Patch',
    '*** Begin Patch\n*** End Patch',
    '*** Update File: \0',
    '*** Add File: n\n+x\n*** Delete File: \ud83d',
  ],
  ...[
    'x'.repeat(MEGABYTE),
    '*'.repeat(MEGABYTE),
    '{a,'.repeat(MEGABYTE / 4),
    '+\n'.repeat(MEGABYTE / 2),
    '@@ x\n'.repeat(MEGABYTE / 8),
  ],
  ...[null, true, false, 0, -1, 1, 0.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, -1e308, 9_007_199_254_740_991],
  ...[[], [[]], [null], {}, { a: { b: { c: [] } } }, Array.from({ length: 10_000 }, () => 7)],
]
const nested = (depth: number): unknown =>
  depth === 0 ? 'x' : depth % 2 === 0 ? [nested(depth - 1)] : { x: nested(depth - 1) }

const nasty: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 800 }).map(nested) },
)

/** Inputs that a tool accepts, so that the other fields of a call are looked at, too. */
const fitting: Readonly<Record<string, readonly unknown[]>> = {
  path: ['a.txt', 'src/b.txt', 'src', 'new/d.txt', '*.txt'],
  from: ['a.txt', 'src', 1, 2],
  to: ['moved.txt', 'moved', 'src/e.txt'],
  old: ['two', 'one\ntwo', 'ä'],
  new: ['2', '', 'zwei\n'],
  edits: [
    [
      { old: 'two', new: '2' },
      { old: 'three', new: '3' },
    ],
  ],
  patch: [
    '*** Begin Patch\n*** Update File: a.txt\n-two\n+2\n*** Delete File: src/b.txt\n*** Add File: f.txt\n+f\n*** End Patch',
  ],
  text: ['text\n'],
  pattern: ['two', '*.txt', 't.o'],
  commit: ['abcdef'],
  command: ['make'],
  name: ['unit'],
  server: ['docs'],
  tool: ['search'],
  arguments: ['{"query":"x"}'],
  items: [[{ text: 'One', done: false }]],
  keep: [['a.txt', '*.md']],
}

const FITTING_CALLS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  search: { pattern: 'two' },
  read: { path: 'a.txt' },
  edit: { path: 'a.txt', old: 'two', new: '2' },
  multi_edit: { path: 'a.txt', edits: fitting.edits?.[0] },
  apply_patch: { patch: fitting.patch?.[0] },
  write: { path: 'new.txt', text: 'text\n' },
  move: { from: 'a.txt', to: 'moved.txt' },
  make_executable: { path: 'src/deep/c.sh' },
  delete: { path: 'a.txt' },
  run: { command: 'make', keep: ['*.md'], seconds: 60 },
  mcp: { server: 'docs', tool: 'search', arguments: '{"query":"x"}' },
  plan: { items: fitting.items?.[0] },
  ask: { question: 'Which?', choices: ['A', 'B'] },
  finish: { title: 'T', body: 'B', files: [], commit_message: 'C', summary: 'S' },
}

const fieldsOf = (name: string): string[] =>
  Object.keys(ALL_TOOLS.find((tool) => tool.name === name)?.input.toJSONSchema?.().properties ?? {})

function inputOf(name: string): fc.Arbitrary<unknown> {
  const fields = fieldsOf(name).map((field) => {
    const good = fitting[field]
    const usual = fc.constantFrom(...(good ?? [undefined]))
    return [field, fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: nasty })] as const
  })
  const more = fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'toJSON', 'x', ''), nasty, {
    maxKeys: 2,
  })
  const object = fc
    .tuple(fc.record(Object.fromEntries(fields)), more)
    .map(([known, other]) => JSON.parse(JSON.stringify({ ...other, ...known })))
  return fc.oneof({ weight: 15, arbitrary: object }, { weight: 1, arbitrary: nasty })
}

const call = fc.oneof(...ALL_TOOLS.map(({ name }) => inputOf(name).map((input) => ({ name, input }))))

/** A fitting call, in which one field after the other has each of these. */
const FAULTS: readonly unknown[] = [
  ...[
    '\0',
    'a\0b',
    '*\0',
    '\ud83d',
    'x'.repeat(MEGABYTE),
    'a/'.repeat(2100),
    'n'.repeat(256),
    '__proto__',
    '(',
  ],
  ...[-(2 ** 53), 1e308, nested(800), []],
]

test.each(ALL_TOOLS.map(({ name }) => name))('%s answers whatever is in one of its fields', async (name) => {
  await using tree = await openTree(FILES, { mayMakeExecutable: true })
  const tryCall = await openTools(tree)
  const commit = await commitAll(tree)
  const usual = { ...FITTING_CALLS[name], ...(name === 'git_show' && { commit }) }
  expect(await tryCall(name, usual)).toBe(true)
  for (const field of fieldsOf(name))
    for (const fault of FAULTS) await tryCall(name, { ...usual, [field]: fault })
})

test('every tool answers whatever it is called with', async () => {
  await using tree = await openTree(FILES, { mayMakeExecutable: true })
  await commitAll(tree)
  const tryCall = await openTools(tree)
  let accepted = 0
  await assertAsyncProperty(
    fc.asyncProperty(call, async ({ name, input }) => {
      accepted += Number(await tryCall(name, input))
    }),
    { numRuns: 150 },
  )
  // Otherwise nothing behind the validation of inputs was tried.
  expect(accepted).toBeGreaterThan(30)
})

type Tree = Awaited<ReturnType<typeof openTree>>

async function commitAll({ git }: Tree): Promise<string> {
  await git(['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '-qam', 'begin'])
  return (await git(['rev-parse', 'HEAD'])).stdout.trim()
}

/** Calls a tool, and checks that it threw nothing and left only complete edits. Returns whether it accepted the call. */
async function openTools(tree: Tree) {
  const callTool = await openAllTools(tree)
  let isFresh = false
  return async (name: string, input: unknown): Promise<boolean> => {
    if (!isFresh) await restore(tree.root)
    const before = await look(tree.root)
    const { ok, text } = await callTool(name, input)
    const after = await look(tree.root)
    expect(typeof text).toBe('string')
    expect(text).not.toContain(tree.outside)
    expect(after.filter((entry) => entry.startsWith('.prentice-'))).toEqual([])
    if (!ok) expect(after).toEqual(before)
    isFresh = !ok
    return ok
  }
}

async function openAllTools({ root, workspace }: Tree) {
  const server = await givenServer({ tools: [readOnlyTool('search')] })
  const { mcp } = await openServers([{ name: 'docs', url: server.url, tools: ['search'] }])
  if (mcp === null) throw new Error('no server is open')
  const { commandRunner } = scriptedCommandRunner({
    run({ run }) {
      // As Node does with the arguments of a program.
      if (run.includes('\0')) throw new TypeError('The argument must be a string without null bytes.')
      return exited(0, run)
    },
    collect: {
      kind: 'collected',
      files: [{ kind: 'file', path: 'kept.md', executable: false, bytes: Buffer.from('kept\n') }],
    },
  })
  const unit = { name: 'unit', run: 'unit', seconds: 10 }
  const checks = openChecks({
    plan: { setup: [], commands: [unit], rounds: 1 },
    place: commandRunner,
    signal: new AbortController().signal,
    onResult: () => undefined,
  })
  const commands = openAgentCommands({
    ...{ commandRunner, checks, directory: null, workspace },
    readTree: async () => root,
    listFiles: async () => Object.keys(FILES),
    redact: (text) => text,
    outputs: openOutputs(() => undefined),
  })
  const signal = new AbortController().signal
  const tools = [...toolsFor('openai/gpt-4.1', { run: true, check: true }).workspace]
  for (const tool of toolsFor('anthropic/claude').workspace) if (!tools.includes(tool)) tools.push(tool)
  const ofCommands = toolsFor('x', { run: true, check: true }).commands
  return async (name: string, input: unknown): Promise<ToolResult> => {
    const tool = tools.find((one) => one.name === name)
    if (tool !== undefined) return tool.call(input, workspace)
    const command = ofCommands.find((one) => one.name === name)
    if (command !== undefined) return command.call(input, commands, signal)
    if (name === 'mcp') return callMcp(input, mcp, signal)
    const read = readInput(name, name === 'plan' ? Plan : name === 'ask' ? Asked : Finish, input)
    return { ok: read.ok, text: read.ok ? JSON.stringify(read.input) : read.problem }
  }
}

/** Files that a call has deleted or moved; without those of former calls if there are many. */
async function restore(root: string): Promise<void> {
  const names = await readdir(root)
  if (names.length > 30)
    for (const name of names.filter((one) => one !== '.git'))
      await rm(join(root, name), { recursive: true, force: true })
  for (const [path, content] of Object.entries(FILES)) {
    const folder = dirname(join(root, path))
    if (!(await isFolder(folder))) await rm(folder, { force: true })
    await mkdir(folder, { recursive: true })
    if (await isFolder(join(root, path))) await rm(join(root, path), { recursive: true })
    await writeFile(join(root, path), content)
  }
  await symlink('src', join(root, 'link')).catch(() => undefined)
}

const isFolder = (path: string): Promise<boolean> =>
  lstat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  )

/** A file that was replaced has another inode. */
async function look(root: string): Promise<string[]> {
  const names = (await readdir(root, { recursive: true })).filter((name) => !/^\.git(?:\/|$)/.test(name))
  const entries = names.map(async (name) => {
    const { ino, size, mode, mtimeMs } = await lstat(join(root, name))
    return `${name} ${mode} ${(mode & 0o170000) === 0o040000 ? 'folder' : `${ino} ${size} ${mtimeMs}`}`
  })
  return (await Promise.all(entries)).toSorted()
}
