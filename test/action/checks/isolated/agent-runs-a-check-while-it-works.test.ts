import { expect, test } from 'vitest'
import { openAgentCommands, openOutputs } from '../../../../src/action/checks/agent-commands.ts'
import { done } from '../../../../src/action/workspace/files/tool-result.ts'
import { canIsolate, command, openCheckScene } from '../../../support/action/check-scene.ts'
import { call, finish, runScript } from '../../../support/action/scripted-run.ts'

const isolates = await canIsolate()
const signal = new AbortController().signal

/** The commands of an agent whose work is this tree, and the files that it was given to read. */
const openOn = (checks: Parameters<typeof openAgentCommands>[0]['checks'], work: { tree: string }) => {
  const files = new Map<string, string>()
  const commands = openAgentCommands({
    ...{
      checks,
      commandRunner: null,
      directory: null,
      listFiles: async () => [],
      workspace: { keep: async () => done('') },
    },
    readTree: async () => work.tree,
    redact: (text) => text.replaceAll('secret-word', '***'),
    outputs: openOutputs((path, text) => void files.set(path, text)),
  })
  return { commands, files }
}

test.runIf(isolates)('the agent runs one check on its current work', async () => {
  await using scene = await openCheckScene()
  const checks = await scene.open({
    commands: [
      { ...command('cat a.txt; grep -q good a.txt'), name: 'Good' },
      { ...command('echo built >out'), name: 'Build' },
      { ...command('cat out'), name: 'Show' },
    ],
  })
  const work = { tree: await scene.makeTree({ 'a.txt': 'bad secret-word\n' }) }
  const { commands } = openOn(checks, work)
  expect(commands.checks).toEqual(['Good', 'Build', 'Show'])
  expect(await commands.check({ name: 'Good' }, signal)).toMatchObject({
    ok: false,
    ended: 'exit code 1',
    text: expect.stringMatching(/^✗ Good: exit code 1 after [\d.]+ s\n\nbad \*\*\*$/),
  })
  work.tree = await scene.makeTree({ 'a.txt': 'good\n' })
  expect(await commands.check({ name: 'Good' }, signal)).toMatchObject({ ok: true, ended: 'passed' })
  // Each by itself begins with nothing of the others.
  expect(await commands.check({ name: 'Build' }, signal)).toMatchObject({ ok: true })
  expect(await commands.check({ name: 'Show' }, signal)).toMatchObject({ ok: false })
  expect(await commands.check({ name: 'Typo' }, signal)).toEqual({
    ok: false,
    text: 'There is no such check. Name one of Good, Build, Show, or none.',
  })
  const all = await commands.check({}, signal)
  expect(all).toMatchObject({ ok: true, text: expect.stringMatching(/✓ Good.*✓ Build.*✓ Show/s) })
})

test.runIf(isolates)('a check runs once for the same files, and finish runs all checks', async () => {
  await using scene = await openCheckScene()
  // It can tell how often it ran by what it prints: each time another number.
  const once = command('cat /proc/sys/kernel/random/uuid')
  const checks = await scene.open({ commands: [{ ...once, name: 'Once' }, command('true')] })
  const work = { tree: await scene.makeTree({ a: '' }) }
  const { commands } = openOn(checks, work)
  const first = await commands.check({ name: 'Once' }, signal)
  const again = await commands.check({ name: 'Once' }, signal)
  expect(again.text).toBe(`No file has changed since this ran, so the result is the same:\n${first.text}`)
  expect(checks.recall(work.tree)).toBeNull()
  expect(await checks.inspect(work.tree, signal)).toMatchObject({
    results: [{ passed: true }, { passed: true }],
  })
  work.tree = await scene.makeTree({ a: 'changed' })
  const other = await commands.check({ name: 'Once' }, signal)
  expect(other.text).not.toContain('No file has changed')
  work.tree = await scene.makeTree({ a: '' })
  expect(checks.recall(work.tree)).toMatchObject({ kind: 'ran' })
})

test.runIf(isolates)(
  'the agent gets head and tail of a long output, and reads the rest in a file',
  async () => {
    await using scene = await openCheckScene()
    const checks = await scene.open({
      commands: [{ ...command('seq 30000; echo secret-word'), name: 'Count' }],
    })
    const { commands, files } = openOn(checks, { tree: await scene.makeTree({}) })
    const { text } = await commands.check({ name: 'Count' }, signal)
    expect(text.length).toBeLessThan(6500)
    expect(text).toMatch(
      /\[Head and tail; read \/output\/1\.txt for the rest\.\]\n1\n2\n.*characters left out.*\n30000\n\*\*\*$/s,
    )
    expect(files.get('/output/1.txt')).toBe(
      `${Array.from({ length: 30000 }, (_, at) => at + 1).join('\n')}\n***`,
    )
  },
)

test('the tool is offered where checks run, and events say how it ended', async () => {
  const commands = {
    checks: ['Lint'],
    canRun: false,
    run: async () => ({ ok: false, text: 'not offered' }),
    check: async () => ({ ok: false, text: 'line 3 is wrong', ended: 'exit code 1' }),
  }
  const turns = [call(['check', { name: 'Lint' }]), finish()]
  const { outcome, events, requests } = await runScript({ turns, commands, task: { commands } })
  expect(outcome).toMatchObject({ reason: null, usage: { steps: 2 } })
  expect(requests[0]).toContain('The checks that `check` can run: Lint.')
  expect(requests[1]).toContain('line 3 is wrong')
  expect(events).toContainEqual({
    type: 'tool',
    step: 1,
    tool: 'check',
    target: 'Lint (exit code 1)',
    ok: false,
  })
  const without = await runScript({ turns })
  expect(without.requests[1]).toContain('There is no such tool.')
})
