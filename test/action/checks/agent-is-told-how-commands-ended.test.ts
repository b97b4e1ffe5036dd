import { expect, test } from 'vitest'
import type { RunRequest } from '../../../src/action/agent/tools/command-tools.ts'
import { openAgentCommands, openOutputs } from '../../../src/action/checks/agent-commands.ts'
import { LARGE_SHARE, openChecks } from '../../../src/action/checks/open-checks.ts'
import type { ForeignFile } from '../../../src/action/workspace/change/keep-files.ts'
import { command } from '../../support/action/check-scene.ts'
import {
  type CommandScript,
  ended,
  exited,
  scriptedCommandRunner,
} from '../../support/action/scripted-command-runner.ts'

const never = new AbortController().signal
const SECRET = 'secret-word'

/** The commands of an agent, on a command runner that runs nothing. */
function openOn(
  script: CommandScript = {},
  {
    kept = { ok: true, text: 'Kept.' },
    ...over
  }: Partial<Parameters<typeof openAgentCommands>[0]> & { kept?: object } = {},
) {
  const { commandRunner, asked, commands: ran } = scriptedCommandRunner(script)
  const work = { tree: 'one' }
  const found: ForeignFile[] = []
  const commands = openAgentCommands({
    ...{ commandRunner, checks: null, directory: null },
    readTree: async () => work.tree,
    listFiles: async (tree) => [`${tree}.txt`],
    workspace: {
      keep: async (files) => {
        found.push(...files)
        return { ok: true, text: '', ...kept }
      },
    },
    redact: (text) => text.replaceAll(SECRET, '***'),
    outputs: openOutputs(() => undefined),
    ...over,
  })
  const run = (request: Partial<RunRequest> = {}, signal = never) =>
    commands.run({ command: 'make', keep: [], seconds: 30, ...request }, signal)
  return { commands, run, asked, ran, work, found }
}

/** Checks of these names that end as `script` says. */
function checksNamed(names: readonly string[], script: CommandScript = {}) {
  const { commandRunner } = scriptedCommandRunner(script)
  const plan = {
    setup: [],
    commands: names.map((name) => ({ ...command('x'), name, run: name })),
    rounds: 1,
  }
  return openChecks({ plan, place: commandRunner, signal: never, onResult: () => undefined })
}

test('the agent sees how each of several checks ended, and the output of the failed ones', async () => {
  const checks = checksNamed(['Lint', 'Unit', SECRET], {
    run: ({ run }) => exited(run === 'Lint' ? 0 : 1, `${run} printed ${SECRET}`),
  })
  const { commands } = openOn({}, { checks })
  expect(await commands.check({}, never)).toEqual({
    ok: false,
    ended: '2 failed',
    text: [
      '✓ Lint: passed after 1.0 s',
      '✗ Unit: exit code 1 after 1.0 s',
      '✗ ***: exit code 1 after 1.0 s',
      '\n== Unit ==\nUnit printed ***',
      '\n== *** ==\n*** printed ***',
    ].join('\n'),
  })
})

test('the agent sees the output of a single check, even if it passed', async () => {
  const { commands } = openOn({}, { checks: checksNamed(['Lint']) })
  expect(await commands.check({}, never)).toEqual({
    ok: true,
    ended: 'passed',
    text: '✓ Lint: passed after 1.0 s\n\nLint',
  })
  const failing = openOn({}, { checks: checksNamed(['Lint'], { run: () => exited(9) }) })
  expect(await failing.commands.check({}, never)).toMatchObject({ ok: false, ended: 'exit code 9' })
  const all = openOn({}, { checks: checksNamed(['Lint', 'Unit']) })
  expect(await all.commands.check({}, never)).toEqual({
    ok: true,
    ended: 'passed',
    text: '✓ Lint: passed after 1.0 s\n✓ Unit: passed after 1.0 s',
  })
})

test('a check is named as the agent was told, which may be without a secret', async () => {
  const { commands } = openOn({}, { checks: checksNamed(['Lint', SECRET, 'Lint']) })
  expect(commands.checks).toEqual(['Lint', '***'])
  expect(await commands.check({ name: '***' }, never)).toMatchObject({
    ok: true,
    text: '✓ ***: passed after 1.0 s\n\n***',
  })
  expect(await commands.check({ name: SECRET }, never)).toEqual({
    ok: false,
    text: 'There is no such check. Name one of Lint, ***, or none.',
  })
})

test('the agent learns that nothing changed since it asked the same', async () => {
  const { commands, work } = openOn({}, { checks: checksNamed(['Lint', 'Unit']) })
  const isRepeated = async (name?: string) =>
    (await commands.check(name === undefined ? {} : { name }, never)).text.startsWith(
      'No file has changed since this ran, so the result is the same:\n✓',
    )
  expect(await isRepeated('Lint')).toBe(false)
  expect(await isRepeated('Unit')).toBe(false)
  expect(await isRepeated()).toBe(false)
  expect([await isRepeated('Lint'), await isRepeated()]).toEqual([true, true])
  work.tree = 'two'
  expect(await isRepeated('Lint')).toBe(false)
})

test('where there is no check, or none could run, the agent is told', async () => {
  const none = { ok: false, text: 'This project has no check that runs.' }
  expect(await openOn().commands.check({}, never)).toEqual(none)
  expect(openOn().commands.checks).toEqual([])
  expect(await openOn({}, { checks: checksNamed([]) }).commands.check({}, never)).toEqual(none)
  const checks = checksNamed(['Lint'], {
    begin: () => {
      throw new Error(SECRET)
    },
  })
  expect(await openOn({}, { checks }).commands.check({}, never)).toEqual({
    ok: false,
    text: 'The checks did not run: they could not be started (***).',
  })
})

test('a command without files to keep is done however it ended, with what it printed', async () => {
  const { run, asked, ran, commands } = openOn({ run: () => exited(2, `out ${SECRET}`) })
  expect(commands.canRun).toBe(true)
  expect(await run()).toEqual({
    ok: true,
    ended: 'exit code 2 after 1.0 s',
    text: 'Exit code 2 after 1.0 s.\nout ***',
  })
  expect(asked).toEqual(['begin round on one', expect.stringMatching(/^round: /)])
  expect(ran).toMatchObject([{ seconds: 30, share: LARGE_SHARE }])
  expect(await openOn({ run: () => ended({ kind: 'timeout' }) }).run()).toMatchObject({
    ok: true,
    ended: 'ended at its time limit of 30 seconds after 1.0 s',
  })
})

test('a command is for bash, quoted, in the folder in which the agent works', async () => {
  const text = `echo 'a b'`
  const quoted = `'echo '\\''a b'\\'''`
  const bash = `[ ! -x /bin/bash ] || exec /bin/bash -c ${quoted}\nexec sh -c ${quoted}`
  const { run, ran } = openOn()
  await run({ command: text })
  expect(ran[0]?.run).toBe(bash)
  const inFolder = openOn({}, { directory: 'sub' })
  await inFolder.run({ command: text })
  expect(inFolder.ran[0]?.run).toBe(`cd -- 'sub'\n${bash}`)
})

test('files that the call names are collected, compared with the tree, and kept', async () => {
  const { run, found, asked } = openOn({
    collect: { kind: 'collected', files: [{ kind: 'special', path: 'pipe.txt' }] },
  })
  expect(await run({ keep: ['*.txt'] })).toMatchObject({
    ok: true,
    ended: 'exit code 0 after 1.0 s',
    text: expect.stringMatching(/^Exit code 0 after 1\.0 s\.\n.*\n\nKept\.$/s),
  })
  expect(asked).toHaveLength(3)
  expect(asked[2]).toMatch(/^collect .*txt/)
  expect(found).toEqual([
    expect.objectContaining({ kind: 'unfit', path: 'pipe.txt' }),
    { kind: 'deleted', path: 'one.txt' },
  ])
  const refused = openOn({}, { kept: { ok: false, text: 'Too large.' } })
  expect(await refused.run({ keep: ['a'] })).toMatchObject({
    ok: false,
    text: expect.stringMatching(/\n\nToo large\.$/),
  })
})

test('nothing is kept of a command that did not end by itself, or whose files could not be read', async () => {
  const late = openOn({ run: () => ended({ kind: 'timeout' }) })
  expect(await late.run({ keep: ['a'] })).toEqual({
    ok: false,
    ended: 'ended at its time limit of 30 seconds after 1.0 s',
    text: 'Ended at its time limit of 30 seconds after 1.0 s.\nIt printed nothing.\n\nNothing was kept, because the command did not end by itself.',
  })
  expect(late.asked.some((line) => line.startsWith('collect'))).toBe(false)
  const unread = openOn({ run: () => exited(0), collect: { kind: 'failed', why: `No ${SECRET}.` } })
  expect(await unread.run({ keep: ['a'] })).toEqual({
    ok: false,
    ended: 'exit code 0 after 1.0 s',
    text: 'Exit code 0 after 1.0 s.\nIt printed nothing.\n\nNothing was kept. No ***.',
  })
  expect([late.found, unread.found]).toEqual([[], []])
})

test('a command that cannot run is refused before anything starts', async () => {
  const { run, asked } = openOn()
  expect(await run({ command: 'a\0b' })).toEqual({ ok: false, text: 'The command holds a NUL character.' })
  expect(await run({ keep: ['../x'] })).toMatchObject({ ok: false, text: expect.stringContaining('".."') })
  expect(asked).toEqual([])
  const without = openOn({}, { commandRunner: null })
  expect(without.commands.canRun).toBe(false)
  expect(await without.run()).toEqual({
    ok: false,
    text: 'No command can be run here. Work without it.',
  })
})

test('a command that was not started says why', async () => {
  const failing = {
    begin: () => {
      throw new Error(SECRET)
    },
  }
  expect(await openOn(failing).run()).toEqual({
    ok: false,
    text: 'The command could not be started: Error: ***. Work without it.',
  })
  expect(await openOn(failing).run({}, AbortSignal.abort())).toEqual({
    ok: false,
    text: 'The run was stopped or ran out of time before the command could start.',
  })
  const open = openOn({ run: () => ({ kind: 'not-isolated', why: SECRET }) })
  expect(await open.run({ keep: ['a'] })).toEqual({
    ok: false,
    text: 'The command could not be isolated (***), so it did not run. Work without it.',
  })
})
