import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openTree } from '../../../support/action/open-tree.ts'
import { assertAsyncProperty } from '../../../support/random.ts'

async function given(text: string | Buffer) {
  const tree = await openTree({ 'a.txt': text })
  await tree.workspace.read({ path: 'a.txt' })
  return Object.assign(tree, { now: () => readFile(join(tree.root, 'a.txt'), 'utf8') })
}

describe('lines that end with CR alone', () => {
  const TEXT = 'one\r  two\rthree\r'

  it('are numbered, and the line ends are named', async () => {
    await using tree = await openTree({ 'a.txt': TEXT, 'b.txt': 'one\rtwo' })
    expect((await tree.workspace.read({ path: 'a.txt' })).text).toBe(
      '1\tone\n2\t  two\n3\tthree\n[The lines end with CR; edit keeps that, and search takes the file for one line.]',
    )
    expect((await tree.workspace.read({ path: 'b.txt', from: 2 })).text).toContain(
      '2\ttwo\n[The lines end with CR;',
    )
  })

  it.each([
    ['one line', '  two', 'zwei', 'one\rzwei\rthree\r'],
    ['lines given with LF', 'one\n  two', 'x\ny\nz', 'x\ry\rz\rthree\r'],
    ['lines given with CRLF', 'one\r\n  two', 'x\r\ny', 'x\ry\rthree\r'],
    ['lines given with CR', 'one\r  two', 'x\ry', 'x\ry\rthree\r'],
    ['an indentation that differs', '    two', '    zwei\n      drei', 'one\r  zwei\r    drei\rthree\r'],
    [
      'an indentation that differs, with CR',
      '    two',
      '    zwei\r      drei',
      'one\r  zwei\r    drei\rthree\r',
    ],
    ['a line that is removed', '  two', '', 'one\rthree\r'],
  ])('are edited: %s', async (_, old, fresh, after) => {
    await using tree = await given(TEXT)
    expect(await tree.workspace.edit({ path: 'a.txt', old, new: fresh })).toMatchObject({ ok: true })
    expect(await tree.now()).toBe(after)
  })

  it('are patched, twice in one patch, and written', async () => {
    await using tree = await given(TEXT)
    const patch =
      '*** Update File: a.txt\n@@\n one\n-  two\n+zwei\n+und\n*** Update File: a.txt\n@@\n und\n-three\n+drei\n'
    expect(await tree.workspace.applyPatch({ patch })).toMatchObject({
      ok: true,
      text: 'Updated a.txt at line 1.\nUpdated a.txt at line 3.',
    })
    expect(await tree.now()).toBe('one\rzwei\rund\rdrei\r')
    await tree.workspace.read({ path: 'a.txt' })
    expect(await tree.workspace.write({ path: 'a.txt', text: 'x\ny\r\nz\n' })).toMatchObject({ ok: true })
    expect(await tree.now()).toBe('x\ry\rz\r')
  })

  it('are kept in other encodings', async () => {
    await using tree = await given(Buffer.from('\uFEFFone\rtwo\r', 'utf16le'))
    await tree.workspace.edit({ path: 'a.txt', old: 'one\ntwo', new: 'eins\nzwei\ndrei' })
    expect((await readFile(join(tree.root, 'a.txt'))).toString('utf16le')).toBe('\uFEFFeins\rzwei\rdrei\r')
  })

  it('any edit leaves the others as they are', async () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\t', 'é'), maxLength: 5 })
    await assertAsyncProperty(
      fc.asyncProperty(
        fc.array(line),
        fc.array(line),
        fc.array(line, { minLength: 1 }),
        async (head, tail, fresh) => {
          await using tree = await given([...head, '<old>', ...tail].join('\r'))
          const edit = { path: 'a.txt', old: '<old>', new: `x${fresh.join('\n')}` }
          expect(await tree.workspace.edit(edit)).toMatchObject({ ok: true })
          // Without any line end, the file does not say which it would have.
          const end = head.length + tail.length === 0 ? '\n' : '\r'
          expect(await tree.now()).toBe([...head, `x${fresh.join(end)}`, ...tail].join('\r'))
        },
      ),
      { numRuns: 30 },
    )
  })
})

describe('CR within lines that end with LF or CRLF', () => {
  it.each([
    ['LF', 'a\rb\nc\n', 'a\rX\nc\n'],
    ['CRLF', 'a\rb\r\nc\r\n', 'a\rX\r\nc\r\n'],
    ['doubled', 'a\r\r\nb\r\r\nc\r\n', 'a\r\r\nX\r\r\nc\r\n'],
  ])('stays: %s', async (_, before, after) => {
    for (const change of ['edit', 'patch']) {
      await using tree = await given(before)
      const patch = before.includes('\r\r')
        ? '*** Update File: a.txt\n@@\n-b\r\r\n+X\r\r\n'
        : '*** Update File: a.txt\n@@\n-a\rb\n+a\rX\n'
      const made =
        change === 'edit'
          ? await tree.workspace.edit({ path: 'a.txt', old: 'b', new: 'X' })
          : await tree.workspace.applyPatch({ patch })
      expect([made, await tree.now()]).toEqual([expect.objectContaining({ ok: true }), after])
    }
  })

  const SAID = 'The new text has CR characters, which end no line in this file.'
  it('is reported if it is new', async () => {
    await using tree = await given('one\ntwo\nthree\n')
    const { workspace } = tree
    expect(await workspace.edit({ path: 'a.txt', old: 'two', new: 'a\rb' })).toMatchObject({
      ok: true,
      text: `Replaced in a.txt at line 2. ${SAID}`,
    })
    expect(await workspace.edit({ path: 'a.txt', old: 'a\rb', new: 'a\rc' })).toMatchObject({
      ok: true,
      text: 'Replaced in a.txt at line 2.',
    })
    expect(
      await workspace.applyPatch({ patch: '*** Update File: a.txt\n@@\n-three\n+x\ry\n' }),
    ).toMatchObject({
      ok: true,
      text: `Updated a.txt at line 3. ${SAID}`,
    })
    expect(await tree.now()).toBe('one\na\rc\nx\ry\n')
    expect((await workspace.write({ path: 'b.txt', text: 'a\rb\n' })).text).toBe(
      `Created b.txt (4 bytes). ${SAID}`,
    )
    expect((await workspace.write({ path: 'c.txt', text: 'a\r\nb\n' })).text).toBe(
      'Created c.txt (5 bytes). Its lines end in different ways.',
    )
    expect((await workspace.write({ path: 'd.txt', text: 'a\r\nb\r\n' })).text).toBe(
      'Created d.txt (6 bytes).',
    )
  })
})
