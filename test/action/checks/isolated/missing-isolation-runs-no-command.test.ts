import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { canIsolate, command, only, openCheckScene } from '../../../support/action/check-scene.ts'

const isolates = await canIsolate()
const signal = new AbortController().signal

async function folderOfTools(folder: string, names: readonly string[]): Promise<string> {
  const path = join(folder, 'tools')
  await mkdir(path)
  for (const name of names) await symlink(`/usr/bin/${name}`, join(path, name))
  return path
}

test('without unshare nothing runs, and the reason is told', async () => {
  await using scene = await openCheckScene()
  const { folder, facts } = scene
  const toolPath = await folderOfTools(folder, ['sh', 'rm', 'chown', 'mount', 'setpriv', 'prlimit'])
  const checks = await scene.open(
    { setup: [command('true')], commands: [command('true')] },
    { facts: { ...facts, toolPath, asRoot: [] } },
  )
  const report = await checks.inspect(await scene.makeTree({}), signal)
  expect(report).toMatchObject({ kind: 'not-run', why: expect.stringMatching(/cannot isolate them \(.+\)$/) })
  expect(scene.results).toEqual([])
  expect(checks.rounds).toBe(0)
})

test('without sudo nothing runs', async () => {
  await using scene = await openCheckScene()
  const asRoot = ['sudo-that-there-is-not', '-n', '--']
  const checks = await scene.open({}, { facts: { ...scene.facts, asRoot } })
  expect(checks.recall('')).toMatchObject({
    kind: 'not-run',
    why: 'this runner cannot isolate them (unshare as root: there is no sudo-that-there-is-not on this runner)',
  })
})

test('on a processor whose system calls are not known nothing runs', async () => {
  await using scene = await openCheckScene()
  const checks = await scene.open({}, { facts: { ...scene.facts, keyctl: null } })
  expect(checks.recall('')).toMatchObject({
    kind: 'not-run',
    why: 'this runner cannot isolate them (the system call `keyctl` has no known number on this processor)',
  })
})

test('on another system nothing runs', async () => {
  await using scene = await openCheckScene()
  const checks = await scene.open({}, { platform: 'darwin' })
  expect(checks.recall('')).toMatchObject({
    kind: 'not-run',
    why: 'this runner cannot isolate them (the runner is not Linux but darwin)',
  })
})

test.runIf(isolates)('checks run in folders with unusual names', async () => {
  await using scene = await openCheckScene({}, `prentice "odd' :,\\$(exit 1)*;-`)
  const checks = await scene.open({ commands: [command('cat "a b" \'$(id)\'')] })
  const tree = await scene.makeTree({ 'a b': 'one\n', '$(id)': 'two\n' })
  expect(only(await checks.inspect(tree, signal))).toMatchObject({ passed: true, output: 'one\ntwo\n' })
})
