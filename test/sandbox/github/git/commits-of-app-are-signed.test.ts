import { expect, test } from 'vitest'
import { commit as commitFile, pick, scene } from '../github-scene.ts'

const R = '/repos/acme/widgets'

const openCase = async () => {
  const on = await scene()
  const post = (path: string, body: object) => on.call('POST', `${R}/git/${path}`, on.token, body)
  const main = String(pick((await on.call('GET', `${R}/git/ref/heads/main`, on.token)).body, 'object', 'sha'))
  const base = String(pick((await on.call('GET', `${R}/git/trees/${main}`, on.token)).body, 'sha'))
  /** A commit on main with these changes. */
  const commit = async (tree: readonly object[], more: object = {}) => {
    const made = await post('trees', { base_tree: base, tree })
    return post('commits', { message: 'Add', tree: pick(made.body, 'sha'), parents: [main], ...more })
  }
  return { ...on, post, main, commit }
}

const ADDED = [{ path: 'new.md', mode: '100644', type: 'blob', content: 'new\n' }]

test('a commit of the app without an author is verified, and a branch that requires signatures takes it', async () => {
  const { post, commit, github, call, token } = await openCase()
  github.changeSettings({ owner: 'acme', name: 'widgets', requiresSignatures: 'ruleset' })
  const made = await commit(ADDED)
  expect(pick(made.body, 'verification', 'verified')).toBe(true)
  expect(pick(made.body, 'author', 'name')).toBe('prentice[bot]')
  const sha = pick(made.body, 'sha')
  expect(await post('refs', { ref: 'refs/heads/topic', sha })).toMatchObject({ status: 201 })
  const branch = await call('GET', `${R}/branches/topic`, token)
  expect(pick(branch.body, 'commit', 'commit', 'verification')).toMatchObject({ verified: true })
})

test('a commit that names its author is unsigned, and is refused there', async () => {
  const { post, commit, github } = await openCase()
  github.changeSettings({ owner: 'acme', name: 'widgets', requiresSignatures: 'ruleset' })
  const made = await commit(ADDED, { author: { name: 'Ann', email: 'ann@example.com' } })
  expect(pick(made.body, 'verification')).toMatchObject({ verified: false, reason: 'unsigned' })
  const refused = await post('refs', { ref: 'refs/heads/topic', sha: pick(made.body, 'sha') })
  expect(refused).toMatchObject({
    status: 422,
    body: { message: 'Repository rule violations found\n\nCommits must have verified signatures.\n\n' },
  })
})

test('a branch is not overwritten, and an unknown path is not deleted', async () => {
  const { post, commit, call, token, main } = await openCase()
  const first = pick((await commit(ADDED)).body, 'sha')
  const second = pick((await commit(ADDED, { message: 'Another' })).body, 'sha')
  await post('refs', { ref: 'refs/heads/topic', sha: first })
  const moved = await call('PATCH', `${R}/git/refs/heads/topic`, token, { sha: second, force: false })
  expect(moved).toMatchObject({ status: 422, body: { message: 'Update is not a fast forward' } })
  const again = await post('refs', { ref: 'refs/heads/topic', sha: main })
  expect(again).toMatchObject({ status: 422, body: { message: 'Reference already exists' } })
  const removal = [{ path: 'README.md', mode: '100644', type: 'blob', sha: null }]
  expect(await commit(removal)).toMatchObject({ status: 201 })
  const gone = await post('trees', { tree: [{ path: 'nosuch', mode: '100644', type: 'blob', sha: null }] })
  expect(gone).toMatchObject({ status: 422, body: { message: 'GitRPC::BadObjectState' } })
})

test('a protected branch is not moved, as it is not pushed to', async () => {
  const { commit, call, token, github } = await openCase()
  github.protectBranch({ owner: 'acme', name: 'widgets', branch: 'main' })
  const sha = pick((await commit(ADDED)).body, 'sha')
  expect(await call('PATCH', `${R}/git/refs/heads/main`, token, { sha })).toMatchObject({
    status: 422,
    body: { message: 'Changes must be made through a pull request.' },
  })
})

test('workflow files need their own permission', async () => {
  const { post, commit } = await openCase()
  const path = '.github/workflows/new.yml'
  const made = await commit([{ path, mode: '100644', type: 'blob', content: 'on: push\n' }])
  const refused = await post('refs', { ref: 'refs/heads/topic', sha: pick(made.body, 'sha') })
  expect(refused).toMatchObject({ status: 403, body: { message: 'Resource not accessible by integration' } })
})

test('a merge that brings workflow files into a branch needs the permission, too', async () => {
  const { github, main, post, commit, call, token } = await openCase()
  const topic = pick(
    (await commit([{ path: 'a.md', mode: '100644', type: 'blob', content: 'a' }])).body,
    'sha',
  )
  await post('refs', { ref: 'refs/heads/topic', sha: topic })
  const base = await commitFile(github, '.github/workflows/new.yml', 'on: push\n')
  expect(base).not.toBe(main)
  const tree = pick((await call('GET', `${R}/git/commits/${base}`, token)).body, 'tree', 'sha')
  const merge = await post('commits', { message: 'Merge', tree, parents: [topic, base] })
  const moved = await call('PATCH', `${R}/git/refs/heads/topic`, token, { sha: pick(merge.body, 'sha') })
  expect(moved).toMatchObject({ status: 403, body: { message: 'Resource not accessible by integration' } })
})
