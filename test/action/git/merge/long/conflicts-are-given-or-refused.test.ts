import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readChanges } from '../../../../../src/action/git/diff/read-changes.ts'
import { showConflicts } from '../../../../../src/action/git/merge/conflicts.ts'
import { LABELS } from '../../../../../src/action/git/merge/merge-trees.ts'
import { planPublish } from '../../../../../src/action/git/policy/plan-publish.ts'
import { publish } from '../../../../../src/action/git/push/publish.ts'
import { indexSecrets } from '../../../../../src/action/secrets/secret-index.ts'
import { type Files, givenRemote, pushOf } from '../../given-remote.ts'
import { BRANCH, checkOutMerge, mergeIn, RULES } from '../given-merge.ts'

async function givenBranches(files: Files, { branch, base }: { branch: Files; base: Files }) {
  const given = await givenRemote(files)
  const head = given.commit(BRANCH, branch, 'main')
  const baseHead = given.commit('main', base)
  return { ...given, head, baseHead }
}

const EDITED = {
  files: { 'a.txt': 'one\ntwo\nthree\n', 'b.txt': 'b\n' },
  sides: {
    branch: { 'a.txt': 'one\nours\nthree\n' },
    base: { 'a.txt': 'one\ntheirs\nthree\n', 'b.txt': 'B\n' },
  },
}

test('a conflict is shown with both sides and the common ancestor', async () => {
  const given = await givenBranches(EDITED.files, EDITED.sides)
  const { repository, merge, checkout } = await checkOutMerge(given)

  expect(merge.parents).toEqual([given.head, given.baseHead])
  const [shown] = await showConflicts(repository, merge.conflicts)
  expect(shown?.path).toBe('a.txt')
  expect(shown?.text.replace(/\|{7} \w+/, '||||||| ancestor')).toBe(
    '1\tone\n2\t<<<<<<< update/branch\n3\tours\n4\t||||||| ancestor\n5\ttwo\n6\t=======\n7\ttheirs\n8\t>>>>>>> update/base\n9\tthree\n10\t',
  )
  expect(readFileSync(join(given.workspace, 'b.txt'), 'utf8')).toBe('B\n')
  // The file in conflict counts as wholly changed, and nothing else counts.
  const { changes } = await readChanges(checkout)
  expect(changes.map(({ path, additions, kind }) => ({ path, additions, kind }))).toEqual([
    { path: 'a.txt', additions: 9, kind: 'modified' },
  ])
})

const judge = async (checkout: Awaited<ReturnType<typeof checkOutMerge>>['checkout']) => {
  const { tree, changes } = await readChanges(checkout)
  const { conflicts, ownMarkers } = checkout.merge ?? { conflicts: [], ownMarkers: new Set<string>() }
  const merge = {
    paths: new Set(conflicts.map(({ path }) => path)),
    ownMarkers,
    labels: Object.values(LABELS),
  }
  return {
    tree,
    plan: planPublish({
      changes,
      rules: RULES,
      merge,
      links: [],
      gitFolders: new Set(),
      filters: new Map(),
      secrets: indexSecrets([]),
    }),
  }
}

test('the merge commit has both parents and the resolved file', async () => {
  const given = await givenBranches(EDITED.files, EDITED.sides)
  const { merge, checkout } = await checkOutMerge(given)
  writeFileSync(join(given.workspace, 'a.txt'), 'one\nours and theirs\nthree\n')

  const { tree, plan } = await judge(checkout)
  expect(plan).toMatchObject({ kind: 'publish', files: 1 })
  const published = await publish({
    ...pushOf(checkout, BRANCH),
    parents: merge.parents,
    tree,
    message: 'Merge\n',
    pause: async () => undefined,
  })

  expect(published).toEqual({ ok: true, headSha: given.inBare('rev-parse', BRANCH) })
  expect(given.inBare('log', '-1', '--format=%P', BRANCH)).toBe(`${given.head} ${given.baseHead}`)
  expect(given.inBare('show', `${BRANCH}:a.txt`)).toBe('one\nours and theirs\nthree')
  expect(given.inBare('show', `${BRANCH}:b.txt`)).toBe('B')
})

test.each([
  ['what git wrote', null],
  ['one marker', 'one\n>>>>>>> update/base\nthree\n'],
  ['the middle of a conflict', 'ours\n=======\ntheirs\n'],
  ['the ancestor, with Windows line ends', 'ours\r\n||||||| 1234567\r\ntheirs\r\n'],
])('a marker cannot be published: %s', async (_, text) => {
  const given = await givenBranches(EDITED.files, EDITED.sides)
  const { checkout } = await checkOutMerge(given)
  if (text !== null) writeFileSync(join(given.workspace, 'a.txt'), text)
  const { plan } = await judge(checkout)
  expect(plan).toMatchObject({ kind: 'refuse', refusal: { code: 'change-unsafe' } })
  expect(plan.kind === 'refuse' && plan.refusal.detail).toContain('a conflict marker in a.txt, line ')
})

test('a marker that is moved to another file is found, too', async () => {
  const given = await givenBranches(EDITED.files, EDITED.sides)
  const { checkout } = await checkOutMerge(given)
  const text = readFileSync(join(given.workspace, 'a.txt'), 'utf8')
  rmSync(join(given.workspace, 'a.txt'))
  writeFileSync(join(given.workspace, 'c.txt'), text)
  const { plan } = await judge(checkout)
  expect(plan).toMatchObject({ kind: 'refuse', refusal: { code: 'change-unsafe' } })
})

test('a line of a side that looks like a marker is no marker', async () => {
  const given = await givenBranches(
    { 'a.md': 'Heading\n=======\n\none\n' },
    { branch: { 'a.md': 'Heading\n=======\n\nours\n' }, base: { 'a.md': 'Heading\n=======\n\ntheirs\n' } },
  )
  const { checkout } = await checkOutMerge(given)
  writeFileSync(join(given.workspace, 'a.md'), 'Heading\n=======\n\nours, theirs\n')
  expect((await judge(checkout)).plan).toMatchObject({ kind: 'publish' })
})

test('the agent keeps or deletes a file that one side deleted and the other changed', async () => {
  const given = await givenBranches(
    { 'a.txt': 'a\n', 'keep.txt': 'k\n' },
    { branch: { 'a.txt': null }, base: { 'a.txt': 'changed\n' } },
  )
  const { repository, merge, checkout } = await checkOutMerge(given)
  const [shown] = await showConflicts(repository, merge.conflicts)
  expect(shown?.text).toContain('deleted in update/branch and modified in update/base')
  expect(readFileSync(join(given.workspace, 'a.txt'), 'utf8')).toBe('changed\n')
  rmSync(join(given.workspace, 'a.txt'))
  expect((await judge(checkout)).plan).toMatchObject({ kind: 'publish', files: 1 })
})

test('a protected path in conflict is as the base has it', async () => {
  const given = await givenBranches(
    { 'AGENTS.md': 'one\n', '.envrc': 'one\n', 'a.txt': 'a\n' },
    {
      branch: { 'AGENTS.md': 'ours\n', '.envrc': 'ours\n' },
      base: { 'AGENTS.md': 'theirs\n', '.envrc': null, 'a.txt': 'A\n' },
    },
  )
  const { merge, checkout } = await checkOutMerge(given, { protectedPaths: ['AGENTS.md'] })
  expect(merge).toMatchObject({ conflicts: [], fromBase: ['.envrc', 'AGENTS.md'] })
  expect(readFileSync(join(given.workspace, 'AGENTS.md'), 'utf8')).toBe('theirs\n')
  expect(existsSync(join(given.workspace, '.envrc'))).toBe(false)
  expect((await judge(checkout)).plan).toEqual({ kind: 'nothing' })
})

test.each<[string, Files, { branch: Files; base: Files }, Partial<typeof RULES>, string]>([
  [
    'a binary file',
    { 'a.bin': Buffer.from([0, 1, 2]) },
    { branch: { 'a.bin': Buffer.from([0, 9]) }, base: { 'a.bin': Buffer.from([0, 8]) } },
    {},
    'the conflict in a.bin can be resolved only by a person: a binary conflict',
  ],
  [
    'a link',
    { a: { link: 'x' } },
    { branch: { a: { link: 'y' } }, base: { a: { link: 'z' } } },
    {},
    'the conflict in a can be resolved only by a person: not a regular file on both sides',
  ],
  [
    'a file and a folder of one name',
    { 'b.txt': 'b\n' },
    { branch: { a: 'file\n' }, base: { 'a/b.txt': 'folder\n' } },
    {},
    'can be resolved only by a person: a file/directory conflict',
  ],
  [
    'a file that both sides rename',
    { 'a.txt': 'one\ntwo\nthree\nfour\n' },
    {
      branch: { 'a.txt': null, 'b.txt': 'one\ntwo\nthree\nfour\n' },
      base: { 'a.txt': null, 'c.txt': 'one\ntwo\nthree\nfour\n' },
    },
    {},
    'can be resolved only by a person: a rename/rename conflict',
  ],
  [
    'a path that the settings leave out',
    { 'a.txt': 'a\n' },
    { branch: { 'a.txt': 'ours\n' }, base: { 'a.txt': 'theirs\n' } },
    { allowedPaths: ['docs/'] },
    'neither `paths.allow` nor `working-directory` in the project settings includes it',
  ],
  [
    'changed workflow files',
    { 'a.txt': 'a\n' },
    {
      branch: { 'a.txt': 'ours\n' },
      base: { 'a.txt': 'theirs\n', '.github/workflows/ci.yml': 'on: push\n' },
    },
    {},
    'main changes workflow files (.github/workflows/ci.yml), which the token of a runner may not push',
  ],
])('%s is refused with the reason', async (_, files, sides, rules, words) => {
  const given = await givenBranches(files, sides)
  const { result } = await mergeIn(given, rules)
  expect(result).toMatchObject({ kind: 'refused', reason: { code: 'update-refused' } })
  expect(result.kind === 'refused' && result.reason.message).toContain(words)
})

test('a base that the branch already contains is not merged again', async () => {
  const given = await givenRemote({ 'a.txt': 'a\n' })
  given.commit(BRANCH, { 'b.txt': 'b\n' }, 'main')
  expect((await mergeIn(given)).result).toEqual({ kind: 'up-to-date' })
})
