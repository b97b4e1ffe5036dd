import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findChange } from '../../../src/action/eval/find-change.ts'
import { openRepository } from '../../../src/action/git/process/repository.ts'
import type { MergedPull } from '../../../src/contract/local-eval.ts'
import { gitIn } from '../../cli/try-scene.ts'

type Files = Readonly<Record<string, string>>

/** A repository whose branch `main` has files, and what people merge into it. */
async function scene() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'prentice-changes-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const git = (...args: readonly string[]): string => gitIn(folder, ...args).trim()
  const commit = (files: Files, message = 'Work'): string => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    git('add', '.')
    git('commit', '--quiet', `--message=${message}`)
    return git('rev-parse', 'HEAD')
  }
  git('init', '--quiet', '--initial-branch=main')
  const start = commit({ 'src/sum.js': 'exports.sum = (a, b) => a - b\n', 'test/sum.test.js': 'old\n' })
  const { signal } = new AbortController()
  const scratch = `${folder}-git`
  onTestFinished(() => rmSync(scratch, { recursive: true, force: true }))
  return {
    ...{ git, commit, start },
    async find(pull: Partial<MergedPull>, { head = 'main', commands = ['node --test'] } = {}) {
      const repository = await openRepository({
        ...{ gitDir: scratch, workTree: folder, remote: '', environment: { PATH: process.env.PATH }, signal },
        objects: join(folder, '.git/objects'),
      })
      return findChange(repository, {
        pull: {
          ...{ number: 7, title: 'One', mergedAt: '', mergeCommit: '', commits: 1 },
          ...{ additions: 0, deletions: 0, changedFiles: 0, ...pull },
          asked: { from: 'issue', number: 7, title: '', body: '', author: '', editedLater: false },
        },
        head: git('rev-parse', head),
        names: { globs: undefined, commands },
      })
    },
  }
}

const FIX = { 'src/sum.js': 'exports.sum = (a, b) => a + b\n' }
const TEST = { 'test/sum.test.js': 'new\n' }

test('of a merge, the state before it is the branch that it was merged into', async () => {
  const { git, commit, find } = await scene()
  git('checkout', '--quiet', '-b', 'topic')
  commit(FIX)
  commit(TEST)
  git('checkout', '--quiet', 'main')
  const base = commit({ 'other.txt': 'meanwhile\n' })
  git('merge', '--quiet', '--no-ff', '--no-edit', 'topic')
  const found = await find({ mergeCommit: git('rev-parse', 'HEAD'), commits: 2 })
  expect(found).toMatchObject({ kind: 'found', change: { base, size: { files: 1, lines: 2 } } })
})

test.each([
  ['a squash of two commits', true],
  ['a rebase of two commits', false],
])('of %s, the state before it has none of its changes', async (_, isSquash) => {
  const { commit, find, start } = await scene()
  if (!isSquash) commit(FIX)
  const mergeCommit = commit(isSquash ? { ...FIX, ...TEST } : TEST)
  const found = await find({ mergeCommit, commits: 2, changedFiles: 2, additions: 2, deletions: 2 })
  expect(found).toMatchObject({ kind: 'found', change: { base: start, commit: mergeCommit } })
})

test('a change of another size than GitHub shows is not guessed at', async () => {
  const { commit, find } = await scene()
  commit(FIX)
  const mergeCommit = commit(TEST)
  const sizes = { changedFiles: 9, additions: 2, deletions: 2 }
  expect(await find({ mergeCommit, commits: 2, ...sizes })).toEqual({ kind: 'not-here' })
})

test.each([
  ['a commit that the clone does not have', async () => '0123456789012345678901234567890123456789'],
  ['no commit', async () => '--upload-pack=evil'],
])('%s is not here', async (_, name) => {
  const { find } = await scene()
  expect(await find({ mergeCommit: await name() })).toEqual({ kind: 'not-here' })
})

test('a commit of another branch is not here', async () => {
  const { git, commit, find } = await scene()
  git('checkout', '--quiet', '-b', 'release')
  expect(await find({ mergeCommit: commit({ ...FIX, ...TEST }) })).toEqual({ kind: 'not-here' })
})

test.each([
  ['no test', FIX],
  ['nothing but a test', TEST],
  ['a test and a document', { ...TEST, 'docs/a.md': 'Words\n' }],
])('a change with %s has no tests to use', async (_, files) => {
  const { commit, find } = await scene()
  expect(await find({ mergeCommit: commit(files) })).toEqual({ kind: 'without-tests' })
})

test('files that decide how tests run come with the tests, and count for the size', async () => {
  const { commit, find } = await scene()
  const mergeCommit = commit({ ...FIX, ...TEST, 'package.json': '{}\n', 'run.sh': 'true\n' })
  const found = await find({ mergeCommit }, { commands: ['sh run.sh'] })
  if (found.kind !== 'found') throw new Error('it was not found')
  const { tests, size, lines } = found.change
  expect(tests.map(({ text }) => text)).toEqual(['test/sum.test.js', 'package.json', 'run.sh'])
  expect(size).toEqual({ files: 3, lines: 4 })
  expect([...lines]).toEqual(['exports.sum = (a, b) => a + b'])
})

test('a line that only moved, and one of a few letters, give nothing away', async () => {
  const { commit, find } = await scene()
  const mergeCommit = commit({
    ...TEST,
    'src/sum.js': 'x = 1\n  exports.sum = (a, b) => a - b\nexports.product = (a, b) => a * b\n',
  })
  const found = await find({ mergeCommit })
  if (found.kind !== 'found') throw new Error('it was not found')
  expect([...found.change.lines]).toEqual(['exports.product = (a, b) => a * b'])
})
