import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { applyGitPatch, makePatch } from '../../../../src/action/git/diff/patch.ts'
import { readChanges } from '../../../../src/action/git/diff/read-changes.ts'
import { givenRemote, prepared } from '../given-remote.ts'

const LINES = Array.from({ length: 40 }, (_, n) => `line ${n}\n`)
const FILES = { 'a.txt': LINES.join(''), 'b.txt': 'b\r\n', 'old name.txt': 'gone\n' }
const BINARY = Buffer.from([0, 1, 2, 255, 0xe4])

/** The patch of a run that changed one file, made two and deleted one. */
async function givenKept() {
  const given = await givenRemote(FILES)
  const start = prepared(await given.prepare())
  const at = (path: string) => join(given.workspace, path)
  writeFileSync(at('a.txt'), LINES.with(20, 'changed\n').join(''))
  writeFileSync(at('b.txt'), 'b\r\nmore\r\n')
  writeFileSync(at('ü.bin'), BINARY)
  rmSync(at('old name.txt'))
  const { tree } = await readChanges(start)
  const { patch } = await makePatch({ ...start, tree })
  // The next run's work tree is a fresh one.
  rmSync(at('ü.bin'))
  return { ...given, at, patch, tree }
}

test('a patch on the same start gives the same tree, byte for byte', async () => {
  const { prepare, patch, tree, at } = await givenKept()
  const start = prepared(await prepare())
  expect(await applyGitPatch(start, patch)).toBe(true)
  expect((await readChanges(start)).tree).toBe(tree)
  expect(readFileSync(at('ü.bin'))).toEqual(BINARY)
  expect(existsSync(at('old name.txt'))).toBe(false)
})

test('a patch is applied beside changes of others', async () => {
  const { prepare, commit, patch, at } = await givenKept()
  const moved = { 'a.txt': LINES.with(2, 'theirs\n').join(''), 'c.txt': 'c\n' }
  commit('main', moved, 'main')
  const start = prepared(await prepare())
  expect(await applyGitPatch(start, patch)).toBe(true)
  expect(readFileSync(at('a.txt'), 'utf8')).toBe(LINES.with(2, 'theirs\n').with(20, 'changed\n').join(''))
  expect((await readChanges(start)).changes.map(({ path }) => path).toSorted()).toEqual(
    ['a.txt', 'b.txt', 'old name.txt', 'ü.bin'].toSorted(),
  )
})

test('a patch that does not fit leaves nothing behind', async () => {
  const { prepare, commit, patch } = await givenKept()
  commit('main', { 'a.txt': LINES.with(20, 'theirs\n').join('') }, 'main')
  const start = prepared(await prepare())
  expect(await applyGitPatch(start, patch)).toBe(false)
  expect((await readChanges(start)).changes).toEqual([])
})

test('a branch that already holds the patch stays unchanged', async () => {
  const { prepare, commit, patch } = await givenKept()
  const done = {
    'a.txt': LINES.with(20, 'changed\n').join(''),
    'b.txt': 'b\r\nmore\r\n',
    'ü.bin': BINARY,
    'old name.txt': null,
  }
  commit('prentice/abc', done, 'main')
  const start = prepared(await prepare())
  expect(await applyGitPatch(start, patch)).toBe(true)
  expect((await readChanges(start)).changes).toEqual([])
})

test('a patch with a file that was untracked before does not apply, since that file would stay unpublished', async () => {
  const { prepare, patch, at } = await givenKept()
  writeFileSync(at('ü.bin'), 'left by an earlier job')
  expect(await applyGitPatch(prepared(await prepare()), patch)).toBe(false)
})

test.each(['no patch at all', ''])('%j is not applied', async (text) => {
  const { prepare } = await givenKept()
  expect(await applyGitPatch(prepared(await prepare()), Buffer.from(text))).toBe(false)
})
