import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportTree } from '../../../../../src/action/git/checkout/read-tree-files.ts'
import { canIsolate, command, LINK, only, openCheckScene } from '../../../../support/action/check-scene.ts'

const isolates = await canIsolate()
const signal = new AbortController().signal

const LIST =
  'find . -mindepth 1 | sort; find . -type f -print0 | sort -z | xargs -0 cat; find . -type l -exec readlink {} +'

const STATES: readonly Readonly<Record<string, string>>[] = [
  { 'a.txt': 'one\n', 'dir/sub/b.txt': 'two\n', 'same.txt': 'same\n' },
  { 'a.txt': 'changed\n', 'dir/sub/c.txt': 'three\n', 'same.txt': 'same\n' },
  { dir: 'a file now\n', 'a.txt/b/c': 'a folder now\n', 'same.txt': 'same\n' },
  { dir: `${LINK}/etc`, 'a.txt/b/c': `${LINK}../b`, 'same.txt': 'same\n' },
  { 'dir/passwd': 'ours\n', "odd \n'name": 'odd\n', 'a.txt/b/c/d': 'file\n', 'same.txt': 'same\n' },
  { 'same.txt': 'same\n' },
]

test.runIf(isolates)('from one tree to the next, the files are those of a fresh export', async () => {
  await using scene = await openCheckScene()
  const checks = await scene.open({ commands: [command(LIST)] })
  for (const [at, files] of STATES.entries()) {
    const tree = await scene.makeTree(files)
    const fresh = join(scene.folder, `fresh-${at}`)
    await exportTree(scene.repository, tree, fresh)
    const expected = execFileSync('sh', ['-c', LIST], { cwd: fresh, encoding: 'utf8' })
    expect(only(await checks.inspect(tree, signal)).output).toBe(expected)
  }
})

test.runIf(isolates)(
  'a file that did not change keeps its time, and is not older than what setup built of it',
  async () => {
    await using scene = await openCheckScene()
    const files = { Makefile: 'out: in\n\tcp in out\n', in: 'text\n', 'other.txt': 'a\n' }
    const checks = await scene.open({
      base: await scene.makeTree(files),
      setup: [command('make')],
      commands: [command('stat -c %y in; make')],
    })
    const first = only(await checks.inspect(await scene.makeTree({ ...files, 'other.txt': 'b\n' }), signal))
    expect(first.output).toContain("'out' is up to date")
    const second = only(await checks.inspect(await scene.makeTree({ ...files, 'other.txt': 'c\n' }), signal))
    expect(second.output).toBe(first.output)
    const third = only(await checks.inspect(await scene.makeTree({ ...files, in: 'new\n' }), signal))
    expect(third.output).toContain('cp in out')
  },
)

test.runIf(isolates)('after an update that failed, all files are written again', async () => {
  await using scene = await openCheckScene()
  const opened = await scene.openCommandRunner()
  if (opened.kind === 'closed') throw new Error(opened.why)
  const { commandRunner } = opened
  await commandRunner.begin('round', await scene.makeTree({ 'a.txt': 'one\n', 'b.txt': 'two\n' }), signal)
  await expect(commandRunner.begin('round', '0'.repeat(40), signal)).rejects.toThrow()
  await commandRunner.begin('round', await scene.makeTree({ 'a.txt': 'one\n' }), signal)
  const done = await commandRunner.run('round', { run: LIST, seconds: 120, signal })
  expect(done).toMatchObject({ kind: 'ran', run: { output: './a.txt\none\n' } })
})
