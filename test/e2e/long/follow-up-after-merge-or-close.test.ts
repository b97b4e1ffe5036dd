import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { AgentJob } from '../../../src/contract/job.ts'
import { createJob, pollUntilFinal, readJob, sendMessage, until } from '../../support/world/jobs.ts'
import { cloneOf, pullsOf, readPull, rest } from '../../support/world/on-github.ts'
import { FILES, startTestWorld, type TestWorld } from '../../support/world/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world?.close())

const work = async (prompt: string, on = world): Promise<AgentJob> =>
  (await pollUntilFinal(on, (await createJob(on, prompt)).id)).job

async function goOn(job: AgentJob, prompt: string): Promise<AgentJob> {
  await sendMessage(world, job.id, prompt)
  const next = await pollUntilFinal(world, job.id)
  expect([next.job.status, next.reason]).toEqual(['completed', null])
  return next.job
}

const changedIn = async (branch: string | null): Promise<string> => {
  const { git } = await cloneOf(world, branch ?? '')
  return git('diff', '--name-only', 'origin/main...HEAD')
}

test('merged: the next turn starts from the base, on a new branch with a new pull request', async () => {
  const first = await work('Create merged.md with "1"')
  const pull = await readPull(world, first.prLink)
  await rest(world, `/pulls/${pull.number}/merge`, { method: 'PUT', body: {} })

  const second = await goOn(first, 'Append "2" to merged.md')
  expect(second.prLink).not.toBe(first.prLink)
  expect(second.source.ref).not.toBe(first.source.ref)
  expect(await readPull(world, second.prLink)).toMatchObject({
    state: 'open',
    head: { ref: second.source.ref },
    base: { ref: 'main' },
  })
  const { git } = await cloneOf(world, second.source.ref ?? '')
  expect(await git('show', 'HEAD:merged.md')).toBe('12')
  expect(await git('rev-list', '--count', 'origin/main..HEAD')).toBe('1')

  // Further turns continue on the new pull request.
  const third = await goOn(second, 'Append "3" to merged.md')
  expect(third).toEqual(second)
})

test('closed: the same, and the old pull request stays closed', async () => {
  const first = await work('Create closed.md with "1"')
  const pull = await readPull(world, first.prLink)
  await rest(world, `/pulls/${pull.number}`, { method: 'PATCH', body: { state: 'closed' } })

  const second = await goOn(first, 'Create instead.md with "2"')
  expect(second.prLink).not.toBe(first.prLink)
  expect(await changedIn(second.source.ref)).toBe('instead.md')
  expect((await readPull(world, first.prLink)).state).toBe('closed')
  expect((await readPull(world, second.prLink)).state).toBe('open')
})

test('another base: the next turn continues the same pull request, against that base', async () => {
  const { git } = await cloneOf(world, 'main')
  await git('push', '-q', 'origin', 'main:refs/heads/feature', 'main:refs/heads/next')
  const { id } = await createJob(world, 'Create retargeted.md with "1"', { ref: 'feature' })
  const { job: first } = await pollUntilFinal(world, id)
  const pull = await readPull(world, first.prLink)
  expect(pull.base.ref).toBe('feature')
  await rest(world, `/pulls/${pull.number}`, { method: 'PATCH', body: { base: 'next' } })
  await git('push', '-q', 'origin', ':feature')

  const second = await goOn(first, 'Append "2" to retargeted.md')
  expect(second.prLink).toBe(first.prLink)
  expect(second.source.ref).toBe(first.source.ref)
  const open = (await pullsOf(world)).filter(({ head }) => head.ref === pull.head.ref)
  expect(open.map(({ state, base }) => [state, base.ref])).toEqual([['open', 'next']])
  await git('fetch', '-q', 'origin')
  expect(await git('show', `origin/${pull.head.ref}:retargeted.md`)).toBe('12')
})

test('the working branch deleted: it is made again, with a pull request that is open', async () => {
  const first = await work('Create deleted.md with "1"')
  const { git } = await cloneOf(world, 'main')
  await git('push', '-q', 'origin', `:${first.source.ref}`)

  const second = await goOn(first, 'Create remade.md with "2"')
  expect(await changedIn(second.source.ref)).toBe('remade.md')
  const pull = await readPull(world, second.prLink)
  expect(pull).toMatchObject({ state: 'open', head: { ref: second.source.ref } })
  expect(
    (await pullsOf(world)).filter(({ head, state }) => head.ref === pull.head.ref && state === 'open'),
  ).toHaveLength(1)
})

test('settings: the end of the pull request archives the job, a reopening brings it back, a merge deletes the branch', async () => {
  const settings = 'archive-on-close: true\npull-request: { delete-branch: merged }\n'
  const own = await startTestWorld({ ...FILES, '.github/prentice.yml': settings })
  onTestFinished(() => own.close())
  const { id, prLink, source } = await work('Create settled.md with "1"', own)
  const { number } = await readPull(own, prLink)
  own.github.routeWebhooks(({ event }) => (event === 'pull_request' ? [0, 200] : [0]))
  const change = (state: string) => rest(own, `/pulls/${number}`, { method: 'PATCH', body: { state } })
  const untilStatus = (status: string) =>
    until(`${id} to be ${status}`, async () => ((await readJob(own, id)).status === status ? true : null))
  await change('closed')
  await untilStatus('archived')
  await change('open')
  await untilStatus('completed')
  await rest(own, `/pulls/${number}/merge`, { method: 'PUT', body: {} })
  await untilStatus('archived')
  await until('the branch to be deleted', async () => {
    const branches = await rest<{ name: string }[]>(own, '/branches')
    return branches.some(({ name }) => name === source.ref) ? null : true
  })
})
