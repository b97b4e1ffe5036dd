import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, test } from 'vitest'
import { openTree } from '../../../support/action/open-tree.ts'
import { finish } from '../../../support/whole-run/calls.ts'
import { openWorld } from '../../../support/whole-run/in-process-world.ts'

// On Linux and macOS, a backslash is an ordinary character of a name.
const UNIT = 'units/dev-disk-by\\x2dlabel.mount'
const NESTED = 'back\\slash/b.txt'

async function unitTree() {
  const tree = await openTree({ 'a.txt': 'one\n', [UNIT]: 'one\n', [NESTED]: 'one\n' })
  await tree.git(['add', '-A'])
  return tree
}

it.each([UNIT, NESTED])('lists, finds, reads and edits %s', async (path) => {
  await using tree = await unitTree()
  const { workspace, root } = tree
  expect((await workspace.list({})).text.split('\n')).toContain(path)
  expect(await workspace.list({ path })).toEqual({ ok: true, text: path })
  expect(await workspace.search({ path, pattern: 'one' })).toEqual({ ok: true, text: `${path}:1:one` })
  expect(await workspace.read({ path })).toMatchObject({ ok: true, text: '1\tone' })
  expect(await workspace.edit({ path, old: 'one', new: 'two' })).toMatchObject({ ok: true })
  expect(await readFile(join(root, path), 'utf8')).toBe('two\n')
  const patch = `*** Begin Patch\n*** Update File: ${path}\n-two\n+three\n*** End Patch`
  expect(await workspace.applyPatch({ patch })).toMatchObject({ ok: true })
  expect(await workspace.move({ from: path, to: 'plain.txt' })).toMatchObject({ ok: true })
  expect(await readFile(join(root, 'plain.txt'), 'utf8')).toBe('three\n')
})

it('deletes such a file, and writes a new one into such a folder', async () => {
  await using tree = await unitTree()
  expect(await tree.workspace.delete({ path: UNIT })).toMatchObject({ ok: true })
  expect(await tree.workspace.write({ path: 'back\\slash/new.txt', text: 'x' })).toMatchObject({ ok: true })
})

it.each(['src\\new.ts', 'src/a\\b/new.ts'])('creates no name with a backslash: %s', async (path) => {
  await using tree = await openTree({ 'a.txt': 'one\n', 'src/new.ts': 'one\n' })
  const { workspace } = tree
  const refusal = {
    ok: false,
    text: `The path ${JSON.stringify(path)} holds a backslash, and there is no such file. Put slashes between folders, as in src/main.ts, and no backslash in a new name.`,
  }
  expect(await workspace.read({ path })).toEqual(refusal)
  expect(await workspace.list({ path })).toEqual(refusal)
  expect(await workspace.write({ path, text: 'x' })).toEqual(refusal)
  expect(await workspace.move({ from: 'a.txt', to: path })).toEqual(refusal)
})

test('a change of such a file is published', async () => {
  const { start, github } = await openWorld({
    calls: [
      { tool: 'edit', input: { path: UNIT, old: 'one', new: 'two' } },
      { tool: 'git_diff', input: {} },
      finish(),
    ],
    files: { [UNIT]: 'one\n', [NESTED]: 'one\n' },
  })
  const run = await start().ended
  expect([run.code, github.git('show', `prentice/x1:${UNIT}`)]).toEqual([0, 'two'])
})
