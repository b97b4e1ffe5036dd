import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Workspace } from '../../../../src/action/workspace/workspace.ts'
import { openTree } from '../../../support/action/open-tree.ts'

const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12345\n`

it.each<[string, (workspace: Workspace) => Promise<{ ok: boolean; text: string }>]>([
  ['edit', (workspace) => workspace.edit({ path: 'a.csv', old: 'size 12345', new: 'size 1' })],
  ['write', (workspace) => workspace.write({ path: 'a.csv', text: 'a,b\n' })],
  [
    'apply_patch',
    (workspace) => workspace.applyPatch({ patch: '*** Update File: a.csv\n-size 12345\n+size 1' }),
  ],
])('a file of which only the pointer is checked out is left alone by %s', async (_, change) => {
  await using tree = await openTree({ 'a.csv': POINTER })
  expect(await tree.workspace.read({ path: 'a.csv' })).toMatchObject({ ok: true })
  const { ok, text } = await change(tree.workspace)
  expect([ok, text]).toEqual([
    false,
    expect.stringContaining('a.csv is in Git LFS, and this is only its pointer'),
  ])
  expect(text).not.toContain('delete it first')
  expect(await readFile(join(tree.root, 'a.csv'), 'utf8')).toBe(POINTER)
})

it('a pointer can be moved and deleted', async () => {
  await using tree = await openTree({ 'a.csv': POINTER })
  expect(await tree.workspace.move({ from: 'a.csv', to: 'b.csv' })).toMatchObject({ ok: true })
  expect(await tree.workspace.delete({ path: 'b.csv' })).toMatchObject({ ok: true })
})

it.each([
  ['a text about pointers', `See this:\n${POINTER}`],
  ['a longer text', `${POINTER}${'x'.repeat(1000)}`],
])('%s is edited', async (_, text) => {
  await using tree = await openTree({ 'a.csv': text })
  await tree.workspace.read({ path: 'a.csv' })
  expect(await tree.workspace.edit({ path: 'a.csv', old: 'size 12345', new: 'size 1' })).toMatchObject({
    ok: true,
  })
})
