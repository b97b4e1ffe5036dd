import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readChanges } from '../../../../src/action/git/diff/read-changes.ts'
import { publish } from '../../../../src/action/git/push/publish.ts'
import { READ_TOKEN, WRITE_TOKEN } from '../../../fakes/github/one-repository.ts'
import { AUTHOR, type Files, givenRemote, prepared, pushOf } from '../given-remote.ts'

const BRANCH = 'prentice/abc'
const lines = (...changed: [number, string][]) =>
  Array.from({ length: 9 }, (_, at) => changed.find(([line]) => line === at)?.[1] ?? `line ${at}`).join('\n')

/** A working branch with an earlier turn, and the agent's change of line 1 in the work tree. */
async function givenWork(files: Files = { 'a.txt': lines() }) {
  const given = await givenRemote(files)
  const head = given.commit(BRANCH, { 'turn.txt': 'earlier\n' }, 'main')
  const start = prepared(await given.prepare())
  writeFileSync(join(given.workspace, 'a.txt'), lines([1, 'by the agent']))
  const { tree } = await readChanges(start)
  const push = (more: Partial<Parameters<typeof publish>[0]> = {}) =>
    publish({
      ...pushOf(start, BRANCH),
      tree,
      message: 'Change line 1\n\nCo-authored-by: Ann <ann@example.com>\n',
      pause: async () => undefined,
      ...more,
    })
  return { ...given, head, start, push }
}

/** Runs on the server before a push is let in. */
function givenHook(bare: string, script: string) {
  const hook = join(bare, 'hooks', 'pre-receive')
  mkdirSync(dirname(hook), { recursive: true })
  writeFileSync(hook, `#!/bin/sh\n${script}\n`)
  chmodSync(hook, 0o755)
}

test('the commit lands on the working branch, by its author and with its trailer', async () => {
  const { push, inBare, head } = await givenWork()

  const published = await push()

  expect(published).toEqual({ ok: true, headSha: inBare('rev-parse', BRANCH) })
  expect(inBare('log', '-1', '--format=%P|%an|%ae|%cn|%B', BRANCH)).toBe(
    `${head}|${AUTHOR.name}|${AUTHOR.email}|${AUTHOR.name}|Change line 1\n\nCo-authored-by: Ann <ann@example.com>`,
  )
  expect(inBare('show', `${BRANCH}:a.txt`)).toBe(lines([1, 'by the agent']))
})

test('a branch that does not exist is made from the base', async () => {
  const given = await givenRemote({ 'a.txt': 'a\n' })
  const start = prepared(await given.prepare())
  writeFileSync(join(given.workspace, 'a.txt'), 'b\n')
  const { tree } = await readChanges(start)
  const published = await publish({
    ...pushOf(start, BRANCH),
    tree,
    message: 'Change\n',
  })
  expect(published.ok).toBe(true)
  expect(given.inBare('rev-parse', `${BRANCH}^`)).toBe(start.baseSha)
})

test('the commit is rebased on a branch that moved', async () => {
  const { push, commit, inBare } = await givenWork()
  const theirs = commit(BRANCH, { 'a.txt': lines([7, 'by a person']), 'new.txt': 'new\n' })

  const published = await push()

  expect(published).toEqual({ ok: true, headSha: inBare('rev-parse', BRANCH) })
  expect(inBare('rev-parse', `${BRANCH}^`)).toBe(theirs)
  expect(inBare('show', `${BRANCH}:a.txt`)).toBe(lines([1, 'by the agent'], [7, 'by a person']))
  expect(inBare('ls-tree', '--name-only', BRANCH).split('\n')).toEqual(['a.txt', 'new.txt', 'turn.txt'])
})

test('a branch that moved and conflicts with the change is not pushed, and the files are named', async () => {
  const { push, commit, inBare } = await givenWork()
  const theirs = commit(BRANCH, { 'a.txt': lines([1, 'by a person']) })

  const published = await push()

  expect(published).toMatchObject({ ok: false, reason: { code: 'branch-moved' } })
  expect(published.ok || published.reason.message).toContain('the changes conflict: a.txt.')
  expect(inBare('rev-parse', BRANCH)).toBe(theirs)
})

test.each(['* merge=union', '* merge=ours', 'a.txt merge=binary', 'a.txt -merge'])(
  'a conflict is one whatever .gitattributes says: %s',
  async (attributes) => {
    const { push, commit, inBare } = await givenWork({
      '.gitattributes': `${attributes}\n`,
      'a.txt': lines(),
    })
    const theirs = commit(BRANCH, { 'a.txt': lines([1, 'by a person']) })
    const published = await push()
    expect(published).toMatchObject({ ok: false, reason: { code: 'branch-moved' } })
    expect(published.ok || published.reason.message).toContain('the changes conflict: a.txt.')
    expect(inBare('rev-parse', BRANCH)).toBe(theirs)
  },
)

test.each(['* merge=union', '* merge=text'])(
  'changes of other lines are merged with %s',
  async (attributes) => {
    const { push, commit, inBare } = await givenWork({
      '.gitattributes': `${attributes}\n`,
      'a.txt': lines(),
    })
    commit(BRANCH, { 'a.txt': lines([7, 'by a person']) })
    expect(await push()).toMatchObject({ ok: true })
    expect(inBare('show', `${BRANCH}:a.txt`)).toBe(lines([1, 'by the agent'], [7, 'by a person']))
  },
)

test('a branch that already holds the same change is the result', async () => {
  const { push, commit } = await givenWork()
  const theirs = commit(BRANCH, { 'a.txt': lines([1, 'by the agent']) })
  expect(await push()).toEqual({ ok: true, headSha: theirs })
})

test('a branch that was deleted meanwhile is made again, with the work of earlier turns', async () => {
  const { push, inBare, commit } = await givenWork()
  inBare('update-ref', '-d', `refs/heads/${BRANCH}`)
  const theirs = commit('main', { 'new.txt': 'new\n' })
  expect(await push()).toEqual({ ok: true, headSha: inBare('rev-parse', BRANCH) })
  expect(inBare('rev-parse', `${BRANCH}^@`)).toBe(theirs)
  expect(inBare('diff', '--name-only', 'main', BRANCH).split('\n')).toEqual(['a.txt', 'turn.txt'])
  expect(inBare('show', `${BRANCH}:a.txt`)).toBe(lines([1, 'by the agent']))
})

test('a branch that was merged and deleted meanwhile is made again, with the new work alone', async () => {
  const { push, inBare, commit } = await givenWork()
  inBare('update-ref', '-d', `refs/heads/${BRANCH}`)
  commit('main', { 'turn.txt': 'earlier\n' })
  expect(await push()).toMatchObject({ ok: true })
  expect(inBare('diff', '--name-only', 'main', BRANCH)).toBe('a.txt')
})

test('a branch that is made again takes nothing back that came to the base after it', async () => {
  const given = await givenRemote({ 'a.txt': lines() })
  given.commit(BRANCH, { 'turn.txt': 'earlier\n' }, 'main')
  given.commit('main', { 'other.txt': 'other\n' })
  const start = prepared(await given.prepare())
  writeFileSync(join(given.workspace, 'a.txt'), lines([1, 'by the agent']))
  const { tree } = await readChanges(start)
  given.inBare('update-ref', '-d', `refs/heads/${BRANCH}`)
  const published = await publish({ ...pushOf(start, BRANCH), tree, message: 'Change\n' })
  expect(published).toEqual({ ok: true, headSha: given.inBare('rev-parse', BRANCH) })
  expect(given.inBare('diff', '--name-only', 'main', BRANCH).split('\n')).toEqual(['a.txt', 'turn.txt'])
})

test('if a pull request was squashed, a new change of its lines is one of the base', async () => {
  const given = await givenRemote({ 'a.txt': lines() })
  given.commit(BRANCH, { 'a.txt': lines([1, 'earlier']) }, 'main')
  const start = prepared(await given.prepare())
  writeFileSync(join(given.workspace, 'a.txt'), lines([1, 'by the agent']))
  const { tree } = await readChanges(start)
  given.commit('main', { 'a.txt': lines([1, 'earlier']) })
  given.inBare('update-ref', '-d', `refs/heads/${BRANCH}`)
  expect(await publish({ ...pushOf(start, BRANCH), tree, message: 'Change\n' })).toMatchObject({ ok: true })
  expect(given.inBare('rev-parse', `${BRANCH}^`)).toBe(given.inBare('rev-parse', 'main'))
  expect(given.inBare('show', `${BRANCH}:a.txt`)).toBe(lines([1, 'by the agent']))
})

test('commits that a person took off the branch do not come back', async () => {
  const { push, inBare } = await givenWork()
  inBare('update-ref', `refs/heads/${BRANCH}`, 'main')
  expect(await push()).toMatchObject({ ok: true })
  expect(inBare('rev-parse', `${BRANCH}^`)).toBe(inBare('rev-parse', 'main'))
  expect(inBare('diff', '--name-only', 'main', BRANCH)).toBe('a.txt')
})

test.each([
  ['other changes of the same lines', [1, 'by a person'], 'main has other changes of a.txt'],
  ['the same changes', [1, 'by the agent'], 'main has the same changes'],
] as const)('a deleted branch is not made again if the base has %s', async (_, [line, text], why) => {
  const { push, inBare, commit } = await givenWork()
  inBare('update-ref', '-d', `refs/heads/${BRANCH}`)
  commit('main', { 'turn.txt': 'earlier\n', 'a.txt': lines([line, text]) })
  const published = await push()
  expect(published).toMatchObject({ ok: false, reason: { code: 'branch-moved' } })
  expect(published.ok || published.reason.message).toContain(`it was deleted, and ${why}`)
  expect(inBare('branch', '--list', BRANCH)).toBe('')
})

test('a refusal is reported in the words of the remote', async () => {
  const { push, bare, inBare, head } = await givenWork()
  givenHook(
    bare,
    'echo "refusing to allow a GitHub App to create or update workflow without workflows permission" >&2; exit 1',
  )

  const published = await push()

  expect(published).toMatchObject({ ok: false, reason: { code: 'push-refused' } })
  expect(published.ok || published.reason.message).toContain(
    'GitHub refused it: refusing to allow a GitHub App to create or update workflow without workflows permission ([remote rejected] (pre-receive hook declined)).',
  )
  expect(inBare('rev-parse', BRANCH)).toBe(head)
})

// In GitHub's words, of a branch protection and of rulesets.
test.each([
  'error: GH006: Protected branch update failed for refs/heads/prentice/x. - Changes must be made through a pull request.',
  'error: GH006: Protected branch update failed for refs/heads/prentice/x. Required status check "ci" is expected.',
  "error: GH006: Protected branch update failed for refs/heads/prentice/x. You're not authorized to push to this branch.",
  'error: GH013: Repository rule violations found for refs/heads/prentice/x. - Cannot create ref due to creations being restricted.',
])('a rule that covers the working branch is named with what to do: %s', async (words) => {
  const { push, bare } = await givenWork()
  givenHook(bare, `printf '%s\\n' ${JSON.stringify(words)} >&2; exit 1`)
  const published = await push()
  expect(published.ok || published.reason.message).toContain(
    `a branch protection or a ruleset covers ${BRANCH}, so leave the working branches out of its pattern, or let the account that pushes bypass it (GitHub: ${words}`,
  )
})

test('a rule about commits or files is reported in the words of GitHub alone', async () => {
  const { push, bare } = await givenWork()
  givenHook(
    bare,
    'echo "error: GH013: Repository rule violations found. - Push cannot contain secrets" >&2; exit 1',
  )
  const published = await push()
  expect(published.ok || published.reason.message).toContain(
    'GitHub refused it: error: GH013: Repository rule violations found. - Push cannot contain secrets',
  )
})

test('a token in the words of the remote does not show', async () => {
  const { push, bare } = await givenWork()
  givenHook(bare, `echo "token ${WRITE_TOKEN} is not allowed" >&2; exit 1`)
  const published = await push()
  expect(published.ok || published.reason.message).toContain('token *** is not allowed')
})

test('a read-only token cannot push', async () => {
  const { push, start, inBare, head } = await givenWork()
  const { maker } = pushOf(start, BRANCH, READ_TOKEN)
  const published = await push({ maker })
  expect(published).toMatchObject({ ok: false, reason: { code: 'push-refused' } })
  expect(published.ok || published.reason.message).toContain(
    'refused it: Write access to repository not granted. After',
  )
  expect(inBare('rev-parse', BRANCH)).toBe(head)
})

test('a push whose answer was lost counts, once', async () => {
  const { push, server, inBare, head } = await givenWork()
  const match = /^POST .*\/git-receive-pack$/
  server.state.orderedFaults.push({ match, mode: 'drop-after', times: Number.POSITIVE_INFINITY })

  const published = await push()

  expect(published).toEqual({ ok: true, headSha: inBare('rev-parse', BRANCH) })
  expect(inBare('rev-parse', `${BRANCH}^`)).toBe(head)
})

test('a push that did not arrive is retried', async () => {
  const { push, server, inBare } = await givenWork()
  server.state.orderedFaults.push({ match: /^POST .*\/git-receive-pack$/, mode: 'drop-before', times: 1 })

  expect(await push()).toEqual({ ok: true, headSha: inBare('rev-parse', BRANCH) })
})

test('the push is retried for a minute without an answer', async () => {
  const { push, server, inBare } = await givenWork()
  const faults = server.state.orderedFaults
  faults.push({ match: /\.git\//, mode: 'drop-before', times: Number.POSITIVE_INFINITY })
  let waitedMs = 0
  const pause = async (ms: number) => {
    waitedMs += ms
    if (waitedMs >= 55_000) faults.length = 0
  }

  expect(await push({ pause })).toEqual({ ok: true, headSha: inBare('rev-parse', BRANCH) })
  expect(waitedMs).toBeLessThan(100_000)
})

test('a remote that never answers ends the push', async () => {
  const { push, server } = await givenWork()
  const times = Number.POSITIVE_INFINITY
  server.state.orderedFaults.push({ match: /\.git\//, mode: 'drop-before', times })
  expect(await push()).toMatchObject({ ok: false, reason: { code: 'push-refused' } })
})

test('the work tree and its git are as the agent left them', async () => {
  const { push, workspace } = await givenWork()
  await push()
  expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe(lines([1, 'by the agent']))
  expect(existsSync(join(workspace, '.git'))).toBe(false)
})
