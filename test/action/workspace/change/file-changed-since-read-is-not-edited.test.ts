import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openTree } from '../../../support/action/open-tree.ts'

const refusedFor = (why: RegExp) => ({ ok: false, text: expect.stringMatching(why) })

describe('a file that changed since it was read', () => {
  it('is changed by no tool until it is read again', async () => {
    await using tree = await openTree({ 'a.txt': 'one\n', 'b.txt': 'two\n' })
    const { workspace } = tree
    const file = join(tree.root, 'a.txt')
    await workspace.read({ path: 'a.txt' })
    await writeFile(file, 'one \n')
    const why = /has changed since you read it, and not by you/
    const patch = (...lines: string[]) => workspace.applyPatch({ patch: lines.join('\n') })
    for (const attempt of [
      await workspace.edit({ path: 'a.txt', old: 'one', new: 'x' }),
      await workspace.multiEdit({ path: 'a.txt', edits: [{ old: 'one', new: 'x' }] }),
      await workspace.write({ path: 'a.txt', text: 'x' }),
      await workspace.delete({ path: 'a.txt' }),
      await workspace.move({ from: 'a.txt', to: 'c.txt' }),
      await patch('*** Update File: b.txt', '-two', '+2', '*** Update File: a.txt', '-one', '+x'),
      await patch('*** Delete File: a.txt'),
      await patch('*** Update File: a.txt', '*** Move to: c.txt'),
    ]) {
      expect(attempt).toEqual(refusedFor(why))
    }
    expect(await readFile(file, 'utf8')).toBe('one \n')
    expect(await readFile(join(tree.root, 'b.txt'), 'utf8')).toBe('two\n')
    await workspace.read({ path: 'a.txt' })
    expect(await workspace.edit({ path: 'a.txt', old: 'one', new: 'x' })).toMatchObject({ ok: true })
  })

  it('is none that the agent itself changed, moved or created', async () => {
    await using tree = await openTree({ 'a.txt': 'one\n' })
    const { workspace } = tree
    await workspace.read({ path: 'a.txt' })
    await workspace.edit({ path: 'a.txt', old: 'one', new: 'two' })
    await workspace.applyPatch({ patch: '*** Update File: a.txt\n*** Move to: b.txt\n-two\n+three' })
    await workspace.move({ from: 'b.txt', to: 'c.txt' })
    expect(await workspace.write({ path: 'c.txt', text: 'four\n' })).toMatchObject({ ok: true })
    await workspace.delete({ path: 'c.txt' })
    expect(await workspace.write({ path: 'c.txt', text: 'five\n' })).toMatchObject({ ok: true })
    expect(await workspace.write({ path: 'c.txt', text: 'six\n' })).toMatchObject({ ok: true })
  })
})

describe('a file that nobody read', () => {
  it('is edited only where the text matches exactly', async () => {
    await using tree = await openTree({ 'a.txt': '  one\n  two\n' })
    const { workspace } = tree
    expect(await workspace.edit({ path: 'a.txt', old: 'one\ntwo', new: 'x' })).toEqual(
      refusedFor(/Read the file first/),
    )
    expect(await workspace.edit({ path: 'a.txt', old: '  one\n', new: '  1\n' })).toMatchObject({ ok: true })
    // What it holds besides is as unknown as before.
    expect(await workspace.edit({ path: 'a.txt', old: '1\ntwo', new: 'x' })).toEqual(
      refusedFor(/Read the file first/),
    )
    await workspace.read({ path: 'a.txt', from: 2 })
    expect(await workspace.edit({ path: 'a.txt', old: '1\ntwo\n', new: '1\n2\n' })).toMatchObject({
      ok: true,
    })
  })

  it('is not overwritten, unless it is empty', async () => {
    await using tree = await openTree({ 'a.txt': 'one\n', 'empty.txt': '', 'x.bin': Buffer.from([0, 1]) })
    const { workspace } = tree
    expect(await workspace.write({ path: 'a.txt', text: 'x' })).toEqual(
      refusedFor(/exists already\. Read it first/),
    )
    expect(await workspace.write({ path: 'x.bin', text: 'x' })).toEqual(refusedFor(/binary.*delete it first/))
    expect(await workspace.write({ path: 'empty.txt', text: 'x' })).toMatchObject({ ok: true })
    await workspace.delete({ path: 'x.bin' })
    expect(await workspace.write({ path: 'x.bin', text: 'x' })).toMatchObject({ ok: true })
  })

  it('is not overwritten after a part of it was read', async () => {
    const text = Array.from({ length: 30 }, (_, n) => `${n}\n`).join('')
    await using tree = await openTree({ 'a.txt': text, 'wide.txt': `${'x'.repeat(5000)}\n` })
    const { workspace } = tree
    const write = () => workspace.write({ path: 'a.txt', text: 'x' })
    await workspace.read({ path: 'a.txt', lines: 10 })
    expect(await write()).toEqual(refusedFor(/only a part of it/))
    await workspace.read({ path: 'a.txt', from: 15 })
    expect(await write()).toEqual(refusedFor(/only a part of it/))
    await workspace.read({ path: 'a.txt', from: 11, lines: 4 })
    await workspace.read({ path: 'a.txt', from: 15 })
    expect(await write()).toMatchObject({ ok: true })
    await workspace.read({ path: 'wide.txt' })
    expect(await workspace.write({ path: 'wide.txt', text: 'x' })).toEqual(refusedFor(/only a part of it/))
  })

  it('is deleted and moved, whatever it is', async () => {
    await using tree = await openTree({ 'a.bin': Buffer.from([0, 255]), 'b.txt': 'b' })
    expect(await tree.workspace.move({ from: 'a.bin', to: 'c.bin' })).toMatchObject({ ok: true })
    expect(await tree.workspace.delete({ path: 'b.txt' })).toMatchObject({ ok: true })
  })
})

describe('a file written over', () => {
  it.each([
    ['CRLF', 'a\r\nb\r\n', 'x\ny\n', 'x\r\ny\r\n'],
    ['CRLF given', 'a\r\nb\r\n', 'x\r\ny\r\n', 'x\r\ny\r\n'],
    ['mixed line ends', 'a\r\nb\n', 'x\ny\n', 'x\ny\n'],
    ['a byte order mark', '\uFEFFa\n', 'x\n', '\uFEFFx\n'],
    ['a byte order mark given', '\uFEFFa\n', '\uFEFFx\n', '\uFEFFx\n'],
    ['no final line end', 'a', 'x', 'x'],
  ])('keeps %s', async (_, before, text, after) => {
    await using tree = await openTree({ 'a.txt': before })
    await tree.workspace.read({ path: 'a.txt' })
    expect(await tree.workspace.write({ path: 'a.txt', text })).toMatchObject({ ok: true })
    expect(await readFile(join(tree.root, 'a.txt'), 'utf8')).toBe(after)
  })
})
