import { expect, test } from 'vitest'
import { personOnGithub } from '../../../src/app/audit/actor.ts'
import { GithubUnavailable } from '../../../src/app/github/errors.ts'
import { updateBranch } from '../../../src/app/jobs/send-message.ts'
import { createKey } from '../../../src/app/keys/create-key.ts'
import { approvalsOf } from '../../../src/app/other-reviewer/judge-reviews.ts'
import { headCheck, headWrite, nextSweep, readHead } from '../../../src/app/other-reviewer/records.ts'
import { recordPermissions } from '../../../src/app/projects/installed-projects.ts'
import { asked, HEAD, PEOPLE, PROJECT, reviewedPullRequests } from './reviewed-pull-requests.ts'

const OTHER = 'b'.repeat(40)

test('a pull request waits until a writer who sent no prompt approves its head', async () => {
  const world = await reviewedPullRequests()
  await world.deliver(7, asked('ana'))
  expect(await world.look(7)).toBe('action_required')
  world.review(7, 'ana', 'approved')
  expect(await world.look(7)).toBe('action_required')
  expect(world.summary()).toContain('- ana sent a prompt')
  world.review(7, 'bo', 'approved')
  expect(await world.look(7)).toBe('success')
  expect(world.checks).toHaveLength(1)
})

test("the requester's second account without write access does not count", async () => {
  const world = await reviewedPullRequests()
  await world.deliver(7, asked('ana'))
  world.review(7, 'ana2', 'approved')
  expect(await world.look(7)).toBe('action_required')
  expect(world.summary()).toContain('- ana2 has no write access')
})

test('a login that has passed to another account does not count', async () => {
  const world = await reviewedPullRequests()
  await world.deliver(7, asked('ana'))
  world.review(7, 'bo', 'approved')
  world.rights.set('bo', { userId: 99, permission: 'admin' })
  expect(await world.look(7)).toBe('action_required')
})

test('a push takes the approval back, and each head has one check run', async () => {
  const world = await reviewedPullRequests()
  await world.deliver(7, asked('ana'))
  world.review(7, 'bo', 'approved')
  expect(await world.look(7)).toBe('success')
  world.change(7, { headSha: OTHER })
  expect(await world.look(7)).toBe('action_required')
  expect(world.summary()).toContain('- bo approved an earlier commit')
  world.change(7, { headSha: HEAD })
  expect(await world.look(7)).toBe('success')
  expect(world.checks.map(({ headSha }) => headSha)).toEqual([HEAD, OTHER])
})

test('a forced push of the same patch takes the approval back, though GitHub shows the new head as its commit', async () => {
  const world = await reviewedPullRequests()
  await world.deliver(7, asked('ana'))
  world.review(7, 'bo', 'approved')
  expect(await world.look(7)).toBe('success')
  world.change(7, { headSha: OTHER })
  for (const [at, review] of world.reviews.entries()) world.reviews[at] = { ...review, sha: OTHER }
  expect(await world.look(7)).toBe('action_required')
  expect(world.summary()).toContain('- bo approved an earlier commit')
  // Also after that look.
  expect(await world.look(7)).toBe('action_required')
  world.review(7, 'bo', 'approved', { sha: OTHER })
  expect(await world.look(7)).toBe('success')
})

test('with many approvals, the last one of the first author is remembered', () => {
  const by = (id: number, at: number) => ({
    author: { id, login: `p${id}` },
    ...{ state: 'approved', sha: HEAD, at },
  })
  const strangers = Array.from({ length: 400 }, (_, n) => by(100 + n, 1000 + n))
  const kept = approvalsOf([by(1, 1), by(1, 2), ...strangers, { ...by(2, 9999), state: 'commented' }])
  expect([kept.length, kept[0]]).toEqual([300, { author: 1, at: 2, sha: HEAD }])
})

test.each<[string, ...string[]]>([
  ['a dismissed approval', 'dismissed'],
  ['a request for changes after the approval', 'approved', 'changes_requested'],
  ['a dismissed request for changes after the approval', 'approved', 'dismissed'],
  ['a comment alone', 'commented'],
])('%s does not count', async (_, ...states) => {
  const world = await reviewedPullRequests()
  await world.deliver(7, asked('ana'))
  for (const state of states) world.review(7, 'bo', state)
  expect(await world.look(7)).toBe('action_required')
})

test.each<[string, ...string[]]>([
  ['a comment after the approval leaves it', 'approved', 'commented'],
  ['an approval after a request for changes counts', 'changes_requested', 'approved'],
])('%s', async (_, ...states) => {
  const world = await reviewedPullRequests()
  await world.deliver(7, asked('ana'))
  for (const state of states) world.review(7, 'bo', state)
  expect(await world.look(7)).toBe('success')
})

test('a reviewer who sends a prompt after approving no longer counts', async () => {
  const world = await reviewedPullRequests()
  const job = await world.deliver(7, asked('ana'))
  world.review(7, 'bo', 'approved')
  expect(await world.look(7)).toBe('success')
  await world.tell(job, asked('bo'))
  await world.takeDue()
  expect(world.checks[0]?.conclusion).toBe('action_required')
})

test('a lost right is noticed by the look of the next hour', async () => {
  const world = await reviewedPullRequests()
  await world.deliver(7, asked('ana'))
  world.review(7, 'bo', 'approved')
  expect(await world.look(7)).toBe('success')
  world.rights.set('bo', { userId: 2, permission: 'read' })
  await world.store.commit({ set: [nextSweep(PROJECT, world.now())] })
  world.clock.at += 3_600_000
  await world.takeDue()
  await world.takeDue()
  expect(world.checks[0]?.conclusion).toBe('action_required')
  expect((await world.due()).map(({ key }) => key.kind)).toEqual(['open-pulls'])
})

test('a pull request of somebody else passes, because the check may be required of all', async () => {
  const world = await reviewedPullRequests()
  world.change(8, { authorId: 1, headBranch: 'fix' })
  expect(await world.look(8)).toBe('neutral')
})

test("a second pull request with the same commit does not let the job's pass", async () => {
  const world = await reviewedPullRequests()
  await world.deliver(7, asked('ana'))
  await world.look(7)
  world.change(8, { authorId: 1, headBranch: 'copy' })
  expect(await world.look(8)).toBe('action_required')
  expect(world.summary()).toContain('#7')
  world.review(8, 'bo', 'approved')
  expect(await world.look(8)).toBe('action_required')
  world.review(7, 'bo', 'approved')
  expect(await world.look(7)).toBe('success')
  expect(world.checks).toHaveLength(1)
})

test('an approval for another base does not count', async () => {
  const world = await reviewedPullRequests()
  await world.deliver(7, asked('ana'))
  world.change(7, { baseBranch: 'release' })
  world.review(7, 'bo', 'approved')
  expect(await world.look(7)).toBe('success')
  world.change(7, { baseBranch: 'main' })
  expect(await world.look(7)).toBe('action_required')
  world.review(7, 'bo', 'approved')
  expect(await world.look(7)).toBe('success')
})

test('an approval for a base that nothing protects lets nothing pass, because the base can change', async () => {
  const world = await reviewedPullRequests()
  await world.deliver(7, asked('ana'))
  world.change(7, { baseBranch: 'nearly-the-same' })
  world.review(7, 'bo', 'approved')
  expect(await world.look(7)).toBe('action_required')
  expect(world.summary()).toContain('`nearly-the-same`, is not protected')
})

test('a person who asked for work on the pull request of another person cannot approve it', async () => {
  const world = await reviewedPullRequests()
  const origin = { ...asked('ana'), issue: 8, onPullRequest: true } as const
  await world.deliver(7, origin)
  world.change(8, { authorId: 4, headBranch: 'fix', headSha: OTHER })
  world.change(7, { state: 'closed', merged: true, baseBranch: 'fix' })
  world.review(8, 'ana', 'approved', { sha: OTHER })
  expect(await world.look(8)).toBe('action_required')
  world.review(8, 'bo', 'approved', { sha: OTHER })
  expect(await world.look(8)).toBe('success')
})

test('a release needs no further approval if each of its pull requests was approved', async () => {
  const world = await reviewedPullRequests()
  await world.deliver(7, asked('ana'))
  world.change(7, { baseBranch: 'develop' })
  world.review(7, 'bo', 'approved')
  await world.look(7)
  world.change(7, { state: 'closed', merged: true })
  world.change(8, { authorId: 4, headBranch: 'develop', headSha: OTHER })
  expect(await world.look(8)).toBe('neutral')
})

test('an API key that a person created in the dashboard counts as that person', async () => {
  const world = await reviewedPullRequests()
  const creating = { ...world, newKeyId: () => 'key_1', secretInt: () => 0, keyPepper: null }
  const wanted = { accountId: 77, name: 'ci', scopes: ['write'], projectIds: null, allowedIps: [] } as const
  const creator = { id: PEOPLE.ana.id, login: 'ana' }
  const created = { ...wanted, expiresInDays: null, createdBy: 'ana', creator }
  await createKey(creating, created, personOnGithub(creator))
  await world.deliver(7, { kind: 'key', id: 'key_1', name: 'ci' })
  world.review(7, 'ana', 'approved')
  expect(await world.look(7)).toBe('action_required')
  expect(world.summary()).toContain('- ana sent a prompt')
  world.review(7, 'bo', 'approved')
  expect(await world.look(7)).toBe('success')
})

test('updating the branch is not a prompt', async () => {
  const world = await reviewedPullRequests()
  const key = await world.deliver(7, asked('ana'))
  const request = { ...(await world.workRequest()), origin: asked('bo'), job: key.job }
  expect(await updateBranch(world, request)).toMatchObject({ kind: 'accepted' })
  world.review(7, 'bo', 'approved')
  expect(await world.look(7)).toBe('success')
})

test('nothing passes while a key is unknown', async () => {
  const world = await reviewedPullRequests()
  await world.deliver(7, { kind: 'key', id: 'gone', name: 'ci' })
  world.review(7, 'bo', 'approved')
  expect(await world.look(7)).toBe('action_required')
  expect(world.checks[0]?.title).toBe('It is not known who sent the prompts')
})

test('a pull request of the App whose job is not known grants nothing', async () => {
  const world = await reviewedPullRequests()
  world.change(9, {})
  world.review(9, 'bo', 'approved')
  expect(await world.look(9)).toBe('action_required')
})

test('an outage grants nothing, and the look is repeated', async () => {
  const world = await reviewedPullRequests({
    listReviews: () => Promise.reject(new GithubUnavailable('down', 0)),
  })
  await world.deliver(7, asked('ana'))
  world.review(7, 'bo', 'approved')
  expect(await world.look(7)).toBeUndefined()
  expect((await world.due()).filter(({ key }) => key.id === '7').length).toBeGreaterThan(0)
})

test('a lost response to the creation makes no second check run', async () => {
  let isFirst = true
  const made: string[] = []
  const world: Awaited<ReturnType<typeof reviewedPullRequests>> = await reviewedPullRequests({
    async createCheckRun(_, check) {
      made.push(check.name)
      world.checks.push({ ...check, id: 1 })
      if (isFirst) throw new GithubUnavailable('lost', 0)
      isFirst = false
      return { kind: 'written', id: 1 }
    },
  })
  await world.deliver(7, asked('ana'))
  await world.look(7)
  world.clock.at += 60_000
  await world.takeDue()
  expect(made).toEqual(['Prentice / require-other-reviewer'])
  expect(await world.look(7)).toBe('action_required')
})

test('the setting of the organisation holds where the repository has turned it off', async () => {
  const text = 'require-other-reviewer: true\n'
  const world = await reviewedPullRequests({ readOrganisationFile: async () => ({ kind: 'file', text }) })
  await world.settings('require-other-reviewer: false\n')
  await world.deliver(7, asked('ana'))
  world.review(7, 'ana', 'approved')
  expect(await world.look(7)).toBe('action_required')
})

test('a server waits for a check that another server has started', async () => {
  const world = await reviewedPullRequests()
  await world.deliver(7, asked('ana'))
  await world.look(7)
  const { raw, head } = await readHead(world.store, PROJECT, HEAD)
  if (head === null) throw new Error('nothing was looked at')
  const busy = headWrite(PROJECT, HEAD, { ...head, busyUntil: world.now() + 30_000 }, world.now())
  await world.store.commit({ checks: [headCheck(PROJECT, HEAD, raw)], set: [busy] })
  world.review(7, 'bo', 'approved')
  expect(await world.look(7)).toBe('action_required')
  world.clock.at += 30_000
  await world.takeDue()
  expect(world.checks[0]?.conclusion).toBe('success')
})

test('a re-run writes the check run again, also if it shows the same', async () => {
  const world = await reviewedPullRequests()
  await world.deliver(7, asked('ana'))
  await world.look(7)
  await world.look(7)
  expect(world.calls.filter((call) => call === 'update')).toEqual([])
  await world.look(7, 'rerequested')
  expect(world.calls.filter((call) => call === 'update')).toEqual(['update'])
})

test('without the setting, or without permission, nothing is shown', async () => {
  const world = await reviewedPullRequests()
  await world.deliver(7, asked('ana'))
  await world.settings('draft: true\n')
  expect(await world.look(7)).toBeUndefined()
  await world.settings('require-other-reviewer: true\n')
  await recordPermissions(world.store, 1, () => ({}))
  expect(await world.look(7)).toBeUndefined()
  expect(world.calls).toEqual([])
})
