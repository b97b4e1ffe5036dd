import { readdir } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { findWindowsProblem } from '../../../../src/action/workspace/files/portable-names.ts'
import { openTree } from '../../../support/action/open-tree.ts'
import { assertProperty } from '../../../support/random.ts'

const NFC = 'größe.md'.normalize('NFC')
const NFD = 'größe.md'.normalize('NFD')

/** https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file#naming-conventions */
describe('a new name that Windows cannot check out', () => {
  it.each([
    ['CON.md', /Windows reserves the name CON\.md/],
    ['docs/aux', /reserves the name aux/],
    ['nul.tar.gz', /reserves/],
    ['COM1', /reserves/],
    ['lpt³.txt', /reserves/],
    ['CONIN$', /reserves/],
    ['con .txt', /reserves/],
    ['a<b.md', /allows no "<"/],
    ['a|b', /allows no "\|"/],
    ['what?.md', /allows no "\?"/],
    ['a:b.md', /allows no ":"/],
    ['a*.md', /allows no "\*"/],
    ['"a".md', /allows no "\\""/],
    ['docs./a.md', /no dot and no space at the end/],
    ['a.md.', /no dot and no space at the end/],
    ['a ', /no dot and no space at the end/],
  ])('is refused: %s', async (path, why) => {
    await using tree = await openTree({ 'a.txt': 'a\n' })
    const { workspace } = tree
    const attempts = [
      await workspace.write({ path, text: 'x\n' }),
      await workspace.move({ from: 'a.txt', to: path }),
      await workspace.applyPatch({ patch: `*** Add File: ${path}\n+x` }),
      await workspace.keep([{ kind: 'file', path, executable: false, bytes: Buffer.from('x\n') }]),
    ]
    // A patch leaves out white space around a path.
    const judged = path === path.trim() ? attempts : attempts.filter((_, index) => index !== 2)
    for (const attempt of judged) expect(attempt).toEqual({ ok: false, text: expect.stringMatching(why) })
    if (judged === attempts) expect((await readdir(tree.root)).toSorted()).toEqual(['.git', 'a.txt'])
  })

  it.each(['CON.md', 'a:b.md', 'a.md.'])('is fine where the repository already has one: %s', async (path) => {
    await using tree = await openTree({ 'aux.c': 'a\n' })
    expect(await tree.workspace.write({ path, text: 'x\n' })).toMatchObject({ ok: true })
  })

  it.each(['console.md', 'com10', 'aux-1.c', 'a.con', '.gitignore', '...a', 'a b.md', 'ä.md', 'com.txt'])(
    'is not: %s',
    (path) => expect(findWindowsProblem(path)).toBeNull(),
  )

  it('can be edited and deleted if it exists', async () => {
    await using tree = await openTree({ 'a:b.md': 'a\n' })
    expect(await tree.workspace.read({ path: 'a:b.md' })).toEqual({ ok: true, text: '1\ta' })
    expect(await tree.workspace.edit({ path: 'a:b.md', old: 'a', new: 'b' })).toMatchObject({ ok: true })
    expect(await tree.workspace.move({ from: 'a:b.md', to: 'ab.md' })).toMatchObject({ ok: true })
  })
})

describe('a new name that macOS or Windows take for an existing one', () => {
  const FILES = { 'README.md': 'r\n', 'src/a.ts': 'a\n', 'src/b.ts': 'b\n', [NFD]: 'g\n' }

  it.each([
    ['readme.md', 'README.md and readme.md differ only in letter case'],
    ['Src/c.ts', 'src and Src differ only'],
    ['src/A.ts', 'src/a.ts and src/A.ts differ only'],
    ['README.md./x', 'no dot and no space'],
  ])('is refused: %s', async (path, why) => {
    await using tree = await openTree(FILES)
    const { workspace } = tree
    const attempts = [
      await workspace.write({ path, text: 'x\n' }),
      await workspace.applyPatch({ patch: `*** Add File: ${path}\n+x` }),
      await workspace.keep([{ kind: 'file', path, executable: false, bytes: Buffer.from('x\n') }]),
    ]
    for (const attempt of attempts) expect(attempt).toEqual({ ok: false, text: expect.stringContaining(why) })
  })

  it('is refused within one patch', async () => {
    await using tree = await openTree(FILES)
    const patch = '*** Add File: docs/x.md\n+x\n*** Add File: Docs/y.md\n+y'
    expect(await tree.workspace.applyPatch({ patch })).toEqual({
      ok: false,
      text: expect.stringContaining('docs and Docs differ only'),
    })
    expect(await readdir(tree.root)).not.toContain('docs')
  })

  it('is fine where the repository already has such a pair', async () => {
    await using tree = await openTree({ Makefile: 'a\n', makefile: 'b\n', 'README.md': 'r\n' })
    expect(await tree.workspace.write({ path: 'readme.md', text: 'x\n' })).toMatchObject({ ok: true })
  })

  it('is fine for what git ignores, and in place of what the change removes', async () => {
    await using tree = await openTree({ ...FILES, '.gitignore': 'Build/\n', 'Build/out': 'x\n' })
    const { workspace } = tree
    expect(await workspace.write({ path: 'build/a.ts', text: 'x\n' })).toMatchObject({ ok: true })
    expect(await workspace.move({ from: 'README.md', to: 'Readme.md' })).toMatchObject({ ok: true })
    expect(await workspace.move({ from: 'src', to: 'Src' })).toMatchObject({ ok: true })
    const patch = '*** Delete File: Readme.md\n*** Add File: README.MD\n+x'
    expect(await workspace.applyPatch({ patch })).toMatchObject({ ok: true })
    await workspace.delete({ path: 'README.MD' })
    expect(await workspace.write({ path: 'README.md', text: 'x\n' })).toMatchObject({ ok: true })
  })
})

/** macOS writes names decomposed, models write them composed: https://unicode.org/reports/tr15/ */
test('a name is found in the other normalization, and gets no twin', async () => {
  await using tree = await openTree({ [`docs/${NFD}`]: 'one\n', [`${NFC}/a.txt`]: 'a\n' })
  await tree.git(['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '-qm', 'begin'])
  const { workspace } = tree
  expect(await workspace.read({ path: `docs/${NFC}` })).toEqual({ ok: true, text: '1\tone' })
  expect(await workspace.edit({ path: `docs/${NFC}`, old: 'one', new: 'two' })).toMatchObject({ ok: true })
  expect(await workspace.write({ path: `docs/${NFC}`, text: 'x\n' })).toMatchObject({ ok: true })
  expect(await workspace.write({ path: `${NFD}/b.txt`, text: 'x\n' })).toMatchObject({ ok: true })
  expect((await workspace.list({ path: `docs/${NFC}` })).text).toContain(NFD)
  expect((await workspace.search({ path: `docs/${NFC}`, pattern: 'x' })).text).toContain(':1:x')
  expect((await workspace.history.log({ path: `docs/${NFC}` })).text).toContain('begin')
  expect(await readdir(`${tree.root}/docs`)).toEqual([NFD])
  expect((await readdir(tree.root)).toSorted()).toEqual(['.git', 'docs', NFC].toSorted())
})

test('a name that is accepted keeps to the rules of Windows', () => {
  const name = fc.string({ unit: fc.constantFrom(...'aCOoNn.: <1m|ä$\u0001'), minLength: 1, maxLength: 6 })
  assertProperty(
    fc.property(name, (one) => {
      if (findWindowsProblem(one) !== null) return
      expect(one).not.toMatch(/[<>:"|?*\\\p{Cc}]|[. ]$/u)
      expect(one.split('.')[0]?.trimEnd().toLowerCase()).not.toMatch(/^(?:con|com1)$/)
    }),
    { numRuns: 5000 },
  )
})
