import { readFile, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LARGE_LIMIT, MAX_LINES, SIZE_LIMIT } from '../../../../src/action/workspace/files/read-text.ts'
import { openTree } from '../../../support/action/open-tree.ts'

const LINE = `${'0123456789abcdef'.repeat(4)}\n`
/** 3 MiB: too large for anything but local edits. */
const LARGE = `${LINE.repeat(24_000)}the needle\n${LINE.repeat(24_000)}`

test('a large file is read in windows, and edited where its text is quoted exactly', async () => {
  await using tree = await openTree({ 'a.txt': LARGE })
  const { workspace } = tree
  const read = await workspace.read({ path: 'a.txt', from: 24_001, lines: 1 })
  expect(read.text).toContain('24001\tthe needle\n[Lines 24001 to 24001 of 48001. Read on with from: 24002.]')
  const edit = { path: 'a.txt', old: 'the needle\n', new: 'a thread\nand more\n' }
  expect(await workspace.edit(edit)).toEqual({ ok: true, text: 'Replaced in a.txt at line 24001.' })
  const patch = '*** Update File: a.txt\n@@\n a thread\n-and more\n+and most\n'
  expect(await workspace.applyPatch({ patch })).toEqual({ ok: true, text: 'Updated a.txt at line 24001.' })
  const after = LARGE.replace('the needle\n', 'a thread\nand most\n')
  expect((await readFile(join(tree.root, 'a.txt'), 'utf8')) === after).toBe(true)
  expect(await workspace.move({ from: 'a.txt', to: 'b.txt' })).toMatchObject({ ok: true })
  expect(await workspace.delete({ path: 'b.txt' })).toMatchObject({ ok: true })
})

test('text that is only similar is not looked for in a large file', async () => {
  await using tree = await openTree({ 'a.txt': LARGE })
  const { workspace } = tree
  await workspace.read({ path: 'a.txt', from: 24_001, lines: 1 })
  const why = 'The file is larger than 2 MiB, where only text that is the same byte for byte is found'
  for (const attempt of [
    await workspace.edit({ path: 'a.txt', old: '  the needle', new: 'x' }),
    await workspace.applyPatch({ patch: '*** Update File: a.txt\n@@\n-  the needle\n+x\n' }),
  ]) {
    expect(attempt).toMatchObject({ ok: false, text: expect.stringContaining(why) })
  }
})

test('a large file in another encoding', async () => {
  const text = `\uFEFF${LARGE}größe\r\n`
  await using tree = await openTree({ 'a.txt': Buffer.from(text, 'utf16le') })
  expect(await tree.workspace.edit({ path: 'a.txt', old: 'größe', new: 'три' })).toMatchObject({ ok: true })
  const after = await readFile(join(tree.root, 'a.txt'))
  expect(after.equals(Buffer.from(text.replace('größe', 'три'), 'utf16le'))).toBe(true)
})

test('the largest file that is edited, and one byte more', async () => {
  await using tree = await openTree({ 'a.txt': `${' '.repeat(LARGE_LIMIT - 1)}x`, 'b.txt': 'x' })
  const { workspace } = tree
  expect(await workspace.edit({ path: 'a.txt', old: 'x', new: 'y' })).toMatchObject({ ok: true })
  expect(await workspace.edit({ path: 'a.txt', old: 'y', new: 'yz' })).toMatchObject({
    ok: false,
    text: `a.txt would have ${LARGE_LIMIT + 1} bytes; the most is ${LARGE_LIMIT}. Split it.`,
  })
  await truncate(join(tree.root, 'b.txt'), LARGE_LIMIT + 1)
  expect(await workspace.edit({ path: 'b.txt', old: 'x', new: 'y' })).toEqual({
    ok: false,
    text: `b.txt is larger than ${LARGE_LIMIT} bytes, and can be neither read nor edited.`,
  })
})

test('as many lines as a large file may have, and one more', async () => {
  const lines = '\n'.repeat(MAX_LINES)
  await using tree = await openTree({ 'a.txt': lines, 'b.txt': `${lines}\n` })
  const { workspace } = tree
  expect(await workspace.read({ path: 'a.txt', from: MAX_LINES })).toMatchObject({ ok: true })
  expect(await workspace.read({ path: 'b.txt' })).toEqual({
    ok: false,
    text: `b.txt has more than ${MAX_LINES} lines, and can be neither read nor edited.`,
  })
})

test.each([
  ['an edit of a small file', 'a', SIZE_LIMIT - 1],
  ['a text of a new file', null, SIZE_LIMIT],
])('%s: the largest, and one byte more', async (_, before, most) => {
  await using tree = await openTree(before === null ? {} : { 'a.txt': `${before}\n` })
  const change = (length: number) =>
    before === null
      ? tree.workspace.write({ path: 'a.txt', text: 'x'.repeat(length) })
      : tree.workspace.edit({ path: 'a.txt', old: before, new: 'x'.repeat(length) })
  expect(await change(most + 1)).toEqual({
    ok: false,
    text: expect.stringContaining(String(SIZE_LIMIT)),
  })
  expect(await change(most)).toMatchObject({ ok: true })
  expect((await stat(join(tree.root, 'a.txt'))).size).toBe(SIZE_LIMIT)
})

test('a file that could not be published is not changed', async () => {
  await using tree = await openTree(
    { 'a.txt': 'x'.repeat(100), 'b.txt': 'y'.repeat(100) },
    { maxBytes: 100, isForeign: (path) => path === 'never-published.txt' },
  )
  const { workspace } = tree
  for (const path of ['a.txt', 'b.txt']) await workspace.read({ path })
  const why =
    'would have 101 bytes, and `max-bytes` in the project settings is 100, so the change could not be published. Leave the file, and say so when you finish.'
  expect(await workspace.edit({ path: 'a.txt', old: 'x'.repeat(100), new: 'z'.repeat(101) })).toEqual({
    ok: false,
    text: `a.txt ${why}`,
  })
  expect(await workspace.write({ path: 'b.txt', text: 'z'.repeat(101) })).toEqual({
    ok: false,
    text: `b.txt ${why}`,
  })
  const added = { patch: `*** Add File: c.txt\n+${'z'.repeat(100)}\n` }
  expect(await workspace.applyPatch(added)).toEqual({ ok: false, text: `c.txt ${why} Nothing was changed.` })
  const updated = { patch: `*** Update File: a.txt\n@@\n-${'x'.repeat(100)}\n+${'z'.repeat(101)}\n` }
  expect(await workspace.applyPatch(updated)).toEqual({
    ok: false,
    text: `a.txt ${why} Nothing was changed.`,
  })
  expect(await workspace.edit({ path: 'a.txt', old: 'x'.repeat(100), new: 'z'.repeat(100) })).toMatchObject({
    ok: true,
  })
  const foreign = { path: 'never-published.txt', text: 'z'.repeat(101) }
  expect(await workspace.write(foreign)).toMatchObject({ ok: true })
})
