import { expect, test } from 'vitest'
import type { CheckResult } from '../../../src/action/checks/checks-report.ts'
import { describeEnd, runCommands, setUp } from '../../../src/action/checks/run-commands.ts'
import { command } from '../../support/action/check-scene.ts'
import {
  type CommandScript,
  ended,
  exited,
  scriptedCommandRunner,
} from '../../support/action/scripted-command-runner.ts'

const never = new AbortController().signal
const THREE = [command('one', 10), command('two', 10), command('three', 10)]
const failingAt = (text: string): CommandScript => ({ run: ({ run }) => exited(run === text ? 3 : 0, run) })

async function runOn(
  script: CommandScript,
  {
    phase = 'round',
    signal = never,
    runSignal = never,
  }: { phase?: 'setup' | 'round'; signal?: AbortSignal; runSignal?: AbortSignal } = {},
) {
  const { commandRunner, asked } = scriptedCommandRunner(script)
  const told: CheckResult[] = []
  const report = await runCommands({
    ...{ commandRunner, phase, signal, runSignal, tree: 'a tree', commands: THREE },
    onResult: (result) => void told.push(result),
  })
  return { report, asked, told }
}

test('all checks run, also after one that failed, and each result is reported', async () => {
  const { report, asked, told } = await runOn(failingAt('one'))
  const result = { passed: true, detail: 'exit code 0', exitCode: 0, seconds: 1 }
  expect(report).toEqual({
    kind: 'ran',
    results: [
      { name: 'one', passed: false, detail: 'exit code 3', exitCode: 3, seconds: 1, output: 'one' },
      { ...result, name: 'two', output: 'two' },
      { ...result, name: 'three', output: 'three' },
    ],
  })
  expect(report).toMatchObject({ results: told })
  expect(asked).toEqual(['begin round on a tree', 'round: one', 'round: two', 'round: three'])
})

test('setup ends at the first command that fails', async () => {
  const { report, asked } = await runOn(failingAt('two'), { phase: 'setup' })
  expect(report).toMatchObject({ results: [{ passed: true }, { passed: false }] })
  expect(asked).toEqual(['begin setup on a tree', 'setup: one', 'setup: two'])
})

test('a command that cannot be isolated ends the report, which says why', async () => {
  const { report, told, asked } = await runOn({ run: () => ({ kind: 'not-isolated', why: 'no unshare' }) })
  expect(report).toEqual({
    kind: 'not-run',
    why: 'this runner cannot isolate them (no unshare)',
    setup: null,
  })
  expect([told, asked.length]).toEqual([[], 2])
})

test('commands that could not be started say why, and the work is not lost', async () => {
  const failing = (thrown: unknown) =>
    runOn({
      begin: () => {
        throw thrown
      },
    })
  expect((await failing(new Error('disk full'))).report).toEqual({
    kind: 'not-run',
    why: 'they could not be started (disk full)',
    setup: null,
  })
  expect((await failing('no words')).report).toMatchObject({ why: 'they could not be started (no words)' })
})

test('a round that is out of time is reported; the end of the run is thrown', async () => {
  const script = {
    begin: () => {
      throw new Error('aborted')
    },
  }
  expect((await runOn(script, { signal: AbortSignal.abort() })).report).toEqual({
    kind: 'not-run',
    why: 'the run was stopped or ran out of time before they could start',
    setup: null,
  })
  const why = new Error('the run was cancelled')
  await expect(runOn(script, { runSignal: AbortSignal.abort(why) })).rejects.toBe(why)
})

test.each([
  [{ kind: 'exited', code: 0 }, true, 'exit code 0'],
  [{ kind: 'exited', code: 1 }, false, 'exit code 1'],
  [{ kind: 'timeout' }, false, 'ended at its time limit of 10 seconds'],
  [{ kind: 'aborted' }, false, 'ended because the run was stopped or ran out of time'],
  [{ kind: 'flood' }, false, 'ended because it printed too much'],
  [{ kind: 'disk' }, false, 'ended because it filled the disk'],
] as const)('%j passes: %j', async (end, passed, detail) => {
  const { report } = await runOn({ run: () => ended(end) })
  expect(report).toMatchObject({ results: THREE.map(({ name }) => ({ name, passed, detail })) })
  expect(describeEnd(end, 10)).toBe(detail)
})

test('setup runs on the base, and only its failure keeps checks from running', async () => {
  const prepare = (script: CommandScript) => {
    const { commandRunner, asked } = scriptedCommandRunner(script)
    const told: string[] = []
    const done = setUp({
      ...{ commandRunner, commands: THREE, baseSha: 'base', signal: never },
      onResult: ({ name }) => void told.push(name),
    })
    return { done, asked, told }
  }
  const good = prepare({})
  expect(await good.done).toBeNull()
  expect(good.asked[0]).toBe('begin setup on base')
  expect(good.told).toEqual(['one', 'two', 'three'])
  expect(await prepare(failingAt('two')).done).toEqual({
    kind: 'not-run',
    why: 'their setup failed on the base',
    setup: { name: 'two', passed: false, detail: 'exit code 3', exitCode: 3, seconds: 1, output: 'two' },
  })
  const notIsolated = { run: () => ({ kind: 'not-isolated', why: 'no unshare' }) as const }
  expect(await prepare(notIsolated).done).toMatchObject({
    kind: 'not-run',
    why: expect.stringContaining('no unshare'),
  })
})

test('without setup commands, no file is written before the first command', async () => {
  const { commandRunner, asked } = scriptedCommandRunner({})
  const done = await setUp({
    commandRunner,
    commands: [],
    baseSha: 'base',
    signal: never,
    onResult: () => {},
  })
  expect(done).toBeNull()
  expect(asked).toEqual([])
})
