import { chmod, link, lstat, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openTree } from '../../../support/action/open-tree.ts'

/** No file can have such a name, which shows only when it is put into place. */
const IMPOSSIBLE = `${'n'.repeat(300)}.txt`

async function snapshot(root: string) {
  const names = (await readdir(root, { recursive: true }))
    .filter((name) => !name.startsWith('.git'))
    .toSorted()
  const entries = names.map(async (name) => {
    const stats = await lstat(join(root, name))
    return [name, stats.isFile() ? await readFile(join(root, name), 'latin1') : 'folder', stats.mode] as const
  })
  return Promise.all(entries)
}

describe('a patch', () => {
  const FILES = { 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n', 'd.txt': 'd\n', 'e/f.txt': 'f\n' }

  it.each([
    ['a hunk that fits nowhere', ['*** Update File: c.txt', '-missing', '+x']],
    ['a file that is missing', ['*** Delete File: missing.txt']],
    ['a file to add that is there', ['*** Add File: c.txt', '+x']],
    ['a place to move to that is taken', ['*** Update File: c.txt', '*** Move to: d.txt']],
    ['a path that leads out', ['*** Add File: ../out.txt', '+x']],
    ["a path of git's", ['*** Add File: .git/hooks/pre-commit', '+x']],
    ['a protected path', ['*** Update File: e/f.txt', '-f', '+x']],
    ['a file named twice', ['*** Delete File: a.txt']],
    ['a place to move to that is named twice', ['*** Update File: d.txt', '*** Move to: new/deep.txt']],
    ['a folder to delete', ['*** Delete File: e']],
    ['a name that the file system refuses', [`*** Add File: ${IMPOSSIBLE}`, '+x']],
    ['a text that is too large', ['*** Add File: large.txt', `+${'x'.repeat(2 * 1024 * 1024)}`]],
  ])('changes nothing because of %s', async (_, last) => {
    const findObstacle = (path: string) => (path.startsWith('e/') ? 'protected' : null)
    await using tree = await openTree(FILES, { findObstacle })
    await chmod(join(tree.root, 'a.txt'), 0o755)
    const before = await snapshot(tree.root)
    const good = [
      '*** Update File: a.txt',
      '-a',
      '+A',
      '*** Add File: new/deep.txt',
      '+n',
      '*** Delete File: b.txt',
    ]
    const patch = ['*** Begin Patch', ...good, ...last, '*** End Patch'].join('\n')
    expect(await tree.workspace.applyPatch({ patch })).toMatchObject({ ok: false })
    expect(await snapshot(tree.root)).toEqual(before)
  })

  it('is undone if the last of its moves fails', async () => {
    await using tree = await openTree(FILES)
    const before = await snapshot(tree.root)
    const patch = [
      '*** Update File: a.txt',
      '*** Move to: one/two/a.txt',
      '-a',
      '+A',
      '*** Update File: c.txt',
      '*** Move to: one/c.txt',
      '*** Update File: d.txt',
      `*** Move to: ${IMPOSSIBLE}`,
    ].join('\n')
    expect(await tree.workspace.applyPatch({ patch })).toMatchObject({
      ok: false,
      text: expect.stringMatching(/file system refused \(ENAMETOOLONG\)/),
    })
    expect(await snapshot(tree.root)).toEqual(before)
    // Nothing that was undone counts as a change by somebody else.
    expect(await tree.workspace.edit({ path: 'a.txt', old: 'a', new: 'A' })).toMatchObject({ ok: true })
  })
})

describe('several edits of one file', () => {
  const multiEdit = async (text: string, edits: readonly { old: string; new: string; all?: boolean }[]) => {
    await using tree = await openTree({ 'a.txt': text })
    await tree.workspace.read({ path: 'a.txt' })
    const attempt = await tree.workspace.multiEdit({ path: 'a.txt', edits })
    return { ...attempt, after: await readFile(join(tree.root, 'a.txt'), 'utf8') }
  }

  it('are made in order, each on the result of the previous ones', async () => {
    const edits = [
      { old: 'one', new: 'two' },
      { old: 'two', new: 'three', all: true },
      { old: 'three\nthree', new: 'four' },
    ]
    expect(await multiEdit('one\ntwo\n', edits)).toMatchObject({
      ok: true,
      after: 'four\n',
      text: 'Replaced in a.txt at line 1.\nReplaced 2 matches in a.txt, at lines 1, 2.\nReplaced in a.txt at line 1.',
    })
  })

  it.each([
    [
      'against the order of the file',
      'a\nb\nc\nd\n',
      [
        ['c', 'C'],
        ['a', 'A'],
        ['d', 'D'],
      ],
      'A\nb\nC\nD\n',
    ],
    [
      'that remove',
      'a\nb\nc\nd\n',
      [
        ['b\n', ''],
        ['d\n', ''],
      ],
      'a\nc\n',
    ],
    [
      'that remove and change',
      'a\nb\nc\n',
      [
        ['a\n', ''],
        ['b', 'B'],
      ],
      'B\nc\n',
    ],
    [
      'that exchange two words',
      'a b',
      [
        ['a', '*'],
        ['b', 'a'],
        ['*', 'b'],
      ],
      'b a',
    ],
    [
      'of neighbours',
      'a\nb\n',
      [
        ['a\n', 'A\n'],
        ['b\n', 'B\n'],
      ],
      'A\nB\n',
    ],
  ])('are made %s', async (_, text, pairs, after) => {
    const edits = pairs.map(([old = '', fresh = '']) => ({ old, new: fresh }))
    expect(await multiEdit(text, edits)).toMatchObject({ ok: true, after })
  })

  it('are all undone if one fails', async () => {
    const edits = [
      { old: 'one', new: '1' },
      { old: 'one', new: '2' },
    ]
    expect(await multiEdit('one\n', edits)).toMatchObject({
      ok: false,
      after: 'one\n',
      text: expect.stringMatching(/^a\.txt: edit 2 of 2, and nothing was changed: `old` does not occur/),
    })
  })
})

describe('a file that is changed', () => {
  it('keeps its mode, and no temporary file stays', async () => {
    await using tree = await openTree({ 'run.sh': 'a\n' })
    const file = join(tree.root, 'run.sh')
    await chmod(file, 0o754)
    await tree.workspace.edit({ path: 'run.sh', old: 'a', new: 'b' })
    await tree.workspace.applyPatch({ patch: '*** Update File: run.sh\n*** Move to: bin/run\n-b\n+c' })
    const moved = join(tree.root, 'bin/run')
    expect((await stat(moved)).mode & 0o7777).toBe(0o754)
    expect(await readFile(moved, 'utf8')).toBe('c\n')
    expect(await readdir(tree.root)).toEqual(['.git', 'bin'])
  })

  it('leaves a hard link to it unchanged', async () => {
    await using tree = await openTree({ 'a.txt': 'a\n' })
    const outside = join(tree.outside, 'same-file')
    await link(join(tree.root, 'a.txt'), outside)
    await tree.workspace.edit({ path: 'a.txt', old: 'a', new: 'b' })
    expect(await readFile(outside, 'utf8')).toBe('a\n')
    expect(await readFile(join(tree.root, 'a.txt'), 'utf8')).toBe('b\n')
  })

  it('is shown in a few lines only if the match was not exact', async () => {
    await using tree = await openTree({
      'a.txt': Array.from({ length: 40 }, (_, n) => `  line ${n}\n`).join(''),
    })
    await tree.workspace.read({ path: 'a.txt' })
    const exact = await tree.workspace.edit({ path: 'a.txt', old: '  line 7\n', new: '  seven\n' })
    expect(exact).toEqual({ ok: true, text: 'Replaced in a.txt at line 8.' })
    const tolerant = await tree.workspace.edit({
      path: 'a.txt',
      old: 'line 20\nline 21',
      new: 'twenty\nline 21',
    })
    expect(tolerant).toEqual({
      ok: true,
      text: 'Replaced in a.txt at line 21, where indentation differs; the new text was fitted to that of the file. It reads now:\n19\t  line 18\n20\t  line 19\n21\t  twenty\n22\t  line 21\n23\t  line 22\n24\t  line 23',
    })
  })

  it('is changed by one call after the other', async () => {
    await using tree = await openTree({ 'a.txt': '0\n' })
    await writeFile(join(tree.root, 'a.txt'), Array.from({ length: 20 }, (_, n) => `<${n}>\n`).join(''))
    const edits = Array.from({ length: 20 }, (_, n) =>
      tree.workspace.edit({ path: 'a.txt', old: `<${n}>`, new: `[${n}]` }),
    )
    expect((await Promise.all(edits)).every(({ ok }) => ok)).toBe(true)
    const after = Array.from({ length: 20 }, (_, n) => `[${n}]\n`).join('')
    expect(await readFile(join(tree.root, 'a.txt'), 'utf8')).toBe(after)
  })
})
