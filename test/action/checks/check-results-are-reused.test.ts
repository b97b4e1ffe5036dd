import { expect, test } from 'vitest'
import { type Checks, LARGE_SHARE, openChecks } from '../../../src/action/checks/open-checks.ts'
import { command } from '../../support/action/check-scene.ts'
import {
  type CommandScript,
  exited,
  scriptedCommandRunner,
} from '../../support/action/scripted-command-runner.ts'

const never = new AbortController().signal
const plan = { setup: [], commands: [command('lint'), command('test')], rounds: 3 }

/** Checks whose output counts how often a command ran. */
function openCounting(script: CommandScript = {}) {
  let count = 0
  const scripted = scriptedCommandRunner({ run: () => exited(0, `run ${++count}`), ...script })
  const told: string[] = []
  const checks = openChecks({
    ...{ plan, place: scripted.commandRunner, signal: never },
    onResult: ({ name }) => void told.push(name),
  })
  return { checks, told, ...scripted }
}

const outputs = async (report: ReturnType<Checks['inspect']>): Promise<string[]> => {
  const done = await report
  return done.kind === 'ran' ? done.results.map(({ name, output }) => `${name}: ${output}`) : [done.why]
}

test('all checks run once for a tree', async () => {
  const { checks, asked, told } = openCounting()
  expect([checks.rounds, checks.names]).toEqual([3, ['lint', 'test']])
  expect(checks.recall('one')).toBeNull()
  const first = ['lint: run 1', 'test: run 2']
  expect(await outputs(checks.inspect('one', never))).toEqual(first)
  expect(await outputs(checks.inspect('one', never))).toEqual(first)
  expect(await outputs(checks.inspect('two', never))).toEqual(['lint: run 3', 'test: run 4'])
  expect(checks.recall('one')).toMatchObject({ results: [{ output: 'run 1' }, { output: 'run 2' }] })
  expect(checks.recall('two')).not.toBeNull()
  expect(asked.filter((line) => line.startsWith('begin'))).toEqual([
    'begin round on one',
    'begin round on two',
  ])
  expect(told).toEqual(['lint', 'test', 'lint', 'test'])
})

test('one check runs once for a tree, with more of its output, and is not reported as a result of the change', async () => {
  const { checks, commands, told } = openCounting()
  expect(await outputs(checks.inspectOne('test', 'one', never))).toEqual(['test: run 1'])
  expect(await outputs(checks.inspectOne('test', 'one', never))).toEqual(['test: run 1'])
  expect(await outputs(checks.inspectOne('lint', 'one', never))).toEqual(['lint: run 2'])
  expect(await outputs(checks.inspectOne('test', 'two', never))).toEqual(['test: run 3'])
  expect(commands.map(({ run, share }) => [run, share])).toEqual([
    ['test', LARGE_SHARE],
    ['lint', LARGE_SHARE],
    ['test', LARGE_SHARE],
  ])
  expect(LARGE_SHARE.head + LARGE_SHARE.tail).toBe(1024 * 1024)
  expect(told).toEqual([])
})

test('one check of a tree that was checked whole is not run again', async () => {
  const { checks, commands } = openCounting()
  await checks.inspect('one', never)
  expect(commands.map(({ share }) => share)).toEqual([undefined, undefined])
  expect(await outputs(checks.inspectOne('test', 'one', never))).toEqual(['test: run 2'])
  expect(commands).toHaveLength(2)
  // The other way round, all run: a later check may use the files of an earlier one.
  await checks.inspectOne('test', 'two', never)
  expect(await outputs(checks.inspect('two', never))).toEqual(['lint: run 4', 'test: run 5'])
})

test('checks that were aborted with the run are not remembered for the tree', async () => {
  const { checks } = openCounting()
  const stop = new AbortController()
  stop.abort()
  await checks.inspect('one', stop.signal)
  await checks.inspectOne('lint', 'one', stop.signal)
  expect(checks.recall('one')).toBeNull()
  expect(await outputs(checks.inspectOne('lint', 'one', never))).toEqual(['lint: run 4'])
  expect(await outputs(checks.inspect('one', never))).toEqual(['lint: run 5', 'test: run 6'])
})

test('one check that could not start runs again later', async () => {
  let isFull = true
  const { checks } = openCounting({
    begin: () => {
      if (isFull) throw new Error('disk full')
    },
  })
  expect(await outputs(checks.inspectOne('lint', 'one', never))).toEqual([
    'they could not be started (disk full)',
  ])
  isFull = false
  expect(await outputs(checks.inspectOne('lint', 'one', never))).toEqual(['lint: run 1'])
})

test('if checks cannot run, each answer says why, and none goes back to the model', async () => {
  const place = { kind: 'not-run', why: 'no isolation', setup: null } as const
  const checks = openChecks({ plan, place, signal: never, onResult: () => undefined })
  expect([checks.rounds, checks.names]).toEqual([0, []])
  expect(await checks.inspect('one', never)).toBe(place)
  expect(await checks.inspectOne('lint', 'one', never)).toBe(place)
  expect(checks.recall('one')).toBe(place)
})
