import { afterEach, beforeEach, expect, test } from 'vitest'
import { allCheckRunsAt, openIssue, writeComment } from '../../support/world/feedback.ts'
import { until } from '../../support/world/jobs.ts'
import { cloneOf, type PullView, pullsOf, rest } from '../../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../../support/world/world.ts'

let world: TestWorld
beforeEach(async () => {
  world = await startTestWorld({
    'README.md': 'A dog.\n',
    '.github/prentice.yml': 'require-other-reviewer: true\n',
  })
})
afterEach(() => world?.close())

const NAME = 'Prentice / require-other-reviewer'

const untilCheck = (sha: string, conclusion: string, says = '') =>
  until(`the check at ${sha} to be ${conclusion} ${says}`, async () => {
    const found = (await allCheckRunsAt(world, sha)).filter(({ name }) => name === NAME)
    expect(found.length).toBeLessThanOrEqual(1)
    const [own] = found
    return own?.conclusion === conclusion && own.output.summary?.includes(says) ? own : null
  })

const approve = (as: string, pull: number): Promise<{ id: number }> =>
  rest(world, `/pulls/${pull}/reviews`, { method: 'POST', body: { event: 'APPROVE' }, as })

/** As the form on the page of the pull request sends it. */
async function reviewInBrowser({ number }: PullView, fields: Record<string, string>): Promise<number> {
  const page = `${world.githubUrl}/${world.repository}/pull/${number}`
  const body = new URLSearchParams(fields)
  return (await fetch(page, { method: 'POST', body, redirect: 'manual' })).status
}

test('the requester, a second account and an old approval do not let a pull request pass', async () => {
  const issue = await openIssue(world, 'ana')
  await writeComment(world, 'ana', issue, '/prentice Replace "dog" with "cat" in README.md')
  const pull = await until('the pull request', async () => (await pullsOf(world))[0] ?? null)
  await untilCheck(pull.head.sha, 'action_required')

  await approve('ana', pull.number)
  await untilCheck(pull.head.sha, 'action_required', 'ana sent a prompt')
  await approve('rob', pull.number)
  await untilCheck(pull.head.sha, 'action_required', 'rob has no write access')

  expect(await reviewInBrowser(pull, { reviewer: 'octo-admin', event: 'APPROVE', body: '' })).toBe(303)
  await untilCheck(pull.head.sha, 'success', 'octo-admin')
  const reviews = await rest<{ id: number; user: { login: string } }[]>(
    world,
    `/pulls/${pull.number}/reviews`,
  )
  const own = reviews.find(({ user }) => user.login === 'octo-admin')
  const path = `/pulls/${pull.number}/reviews/${own?.id}/dismissals`
  await rest(world, path, { method: 'PUT', body: { message: 'Too early' } })
  await untilCheck(pull.head.sha, 'action_required')
  await approve('octo-admin', pull.number)
  await untilCheck(pull.head.sha, 'success')

  const { git } = await cloneOf(world, pull.head.ref)
  await git('commit', '-q', '--allow-empty', '-m', 'One more')
  await git('push', '-q', 'origin', 'HEAD')
  await untilCheck(await git('rev-parse', 'HEAD'), 'action_required', 'octo-admin approved an earlier commit')
})

test('a pull request of a person passes at once', async () => {
  const { git } = await cloneOf(world, 'main')
  await git('switch', '-q', '-c', 'fix')
  await git('commit', '-q', '--allow-empty', '-m', 'Fix')
  await git('push', '-q', 'origin', 'HEAD')
  await rest(world, '/pulls', {
    method: 'POST',
    body: { title: 'Fix', head: 'fix', base: 'main' },
    as: 'ana',
  })
  await untilCheck(await git('rev-parse', 'HEAD'), 'neutral')
})
