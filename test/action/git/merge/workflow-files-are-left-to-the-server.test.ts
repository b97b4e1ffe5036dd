import { expect, test } from 'vitest'
import { withWorkflowsOf } from '../../../../src/action/git/merge/tree-files.ts'
import { type Files, givenRemote } from '../given-remote.ts'
import { BRANCH, mergeIn } from './given-merge.ts'

const CI = '.github/workflows/ci.yml'
const OTHER = '.github/workflows/other.yml'
const LINES = 'on: push\n# 1\n# 2\n# 3\n# 4\n# 5\njobs: {}\n'

async function givenBranches(files: Files, branch: Files, base: Files) {
  const given = await givenRemote({ 'a.txt': 'a\n', ...files })
  const head = given.commit(BRANCH, { 'a.txt': 'ours\n', ...branch }, 'main')
  given.commit('main', { 'a.txt': 'theirs\n', ...base })
  return { given, head }
}

test('the merge has the workflow files of the base, and the tree for GitHub those of the branch', async () => {
  const { given, head } = await givenBranches(
    { [CI]: LINES, 'b.txt': 'b\n' },
    {},
    { [CI]: null, [OTHER]: LINES, 'b.txt': 'B\n' },
  )
  const { repository, result } = await mergeIn(given, { serverMergesWorkflows: true })
  if (result.kind !== 'merged') throw new Error(JSON.stringify(result))
  const { merge } = result
  expect(merge).toMatchObject({ changesWorkflows: true, conflicts: [{ path: 'a.txt' }] })
  const list = async (tree: string) => (await repository.git(['ls-tree', '-r', '--name-only', tree])).stdout
  expect(await list(merge.tree)).toBe(`${OTHER}\na.txt\nb.txt\n`)
  const forGithub = await withWorkflowsOf(repository, merge.tree, head)
  expect(await list(forGithub)).toBe(`${CI}\na.txt\nb.txt\n`)
  expect((await repository.git(['show', `${forGithub}:b.txt`])).stdout).toBe('B\n')
})

test('a merge without workflow files is not left to the server', async () => {
  const { given } = await givenBranches({ [CI]: LINES }, {}, { '.github/CODEOWNERS': '* @acme\n' })
  const { result } = await mergeIn(given, { serverMergesWorkflows: true })
  expect(result).toMatchObject({ kind: 'merged', merge: { changesWorkflows: false } })
})

test('a conflict in a workflow file gets the version of the base', async () => {
  const { given } = await givenBranches({ [CI]: LINES }, { [CI]: 'on: ours\n' }, { [CI]: 'on: theirs\n' })
  const { repository, result } = await mergeIn(given, { serverMergesWorkflows: true })
  if (result.kind !== 'merged') throw new Error(JSON.stringify(result))
  expect(result.merge).toMatchObject({ changesWorkflows: true, fromBase: [CI] })
  expect((await repository.git(['show', `${result.merge.tree}:${CI}`])).stdout).toBe('on: theirs\n')
})

const BOTH = `main and ${BRANCH} change the same workflow files (${CI}), which only a person may merge`

test.each([
  ['lines of both sides', { serverMergesWorkflows: true }, BOTH],
  [
    'a server without the permission',
    { serverMergesWorkflows: false },
    `main changes workflow files (${CI}), which the server may push only if the GitHub App has the permission \`workflows\``,
  ],
  ['an older server', {}, `main changes workflow files (${CI}), which the token of a runner may not push`],
])('%s: the merge is refused before the agent starts', async (_, options, words) => {
  const sides = [
    { [CI]: LINES },
    { [CI]: LINES.replace('# 1', '# ours') },
    { [CI]: LINES.replace('# 5', '# theirs') },
  ] as const
  const { given } = await givenBranches(...sides)
  const { result } = await mergeIn(given, options)
  expect(result).toMatchObject({ kind: 'refused', reason: { code: 'update-refused' } })
  expect(result.kind === 'refused' && result.reason.message).toContain(words)
})

test('a workflow file that the settings give to the agent is left to a person', async () => {
  const { given } = await givenBranches({ [CI]: LINES }, { [CI]: 'on: ours\n' }, { [CI]: 'on: theirs\n' })
  const { result } = await mergeIn(given, { serverMergesWorkflows: true, unprotectedPaths: [CI] })
  expect(result).toMatchObject({ kind: 'refused', reason: { message: expect.stringContaining(BOTH) } })
})

test('where two common ancestors give different workflow files, a person merges', async () => {
  const given = await givenRemote({ 'a.txt': 'a\n', [CI]: LINES })
  const ours = given.commit(BRANCH, { 'a.txt': 'ours\n' }, 'main')
  const theirs = given.commit('main', { [CI]: 'on: theirs\n' })
  const { inBare } = given
  const tree = inBare('merge-tree', '--write-tree', ours, theirs)
  for (const [branch, parents] of [
    [BRANCH, [ours, theirs]],
    ['main', [theirs, ours]],
  ] as const) {
    const both = parents.flatMap((parent) => ['-p', parent])
    inBare('update-ref', `refs/heads/${branch}`, inBare('commit-tree', tree, ...both, '-m', 'Merge'))
  }
  given.commit(BRANCH, { 'a.txt': 'mine\n' })
  given.commit('main', { 'a.txt': 'yours\n', [CI]: LINES })
  const { result } = await mergeIn(given, { serverMergesWorkflows: true })
  expect(result).toMatchObject({ kind: 'refused', reason: { message: expect.stringContaining(BOTH) } })
})
