import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, createJob, pollUntilFinal, readJob, runsOf, watchUntilFinal } from '../support/world/jobs.ts'
import { cloneOf, pullsOf, readPull, untilWorkflowRunEnds } from '../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../support/world/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world?.close())

test('from the 201 to the pull request that GitHub shows', async () => {
  const before = await pullsOf(world)
  const created = await createJob(world, 'Replace "dog" with "cat" in README.md\nWait 0.3 seconds')
  expect(created).toMatchObject({
    status: 'active',
    source: { repository: `${world.githubUrl}/${world.repository}`, ref: null },
    model: 'anthropic/sandbox-1',
    prLink: null,
    archivedAt: null,
  })

  const { job, reason, seen } = await watchUntilFinal(world, created.id)
  expect(job.status).toBe('completed')
  expect(reason).toBeNull()
  expect(seen.slice(0, -1)).toEqual([created])

  const pulls = (await pullsOf(world)).filter(({ number }) => !before.some((one) => one.number === number))
  expect(pulls.map(({ html_url }) => html_url)).toEqual([job.prLink])
  const pull = await readPull(world, job.prLink)
  expect(pull).toMatchObject({
    state: 'open',
    draft: false,
    user: { login: 'prentice-sandbox[bot]' },
    head: { ref: job.source.ref },
    base: { ref: 'main' },
  })
  expect(pull.title).toBe('Replace a text in README.md')
  expect(pull.body).toContain(job.id)
  expect(pull.body).toContain('**Files**\n\n- `README.md`: replaces the text that the prompt names\n')

  const { git } = await cloneOf(world, job.source.ref ?? '')
  expect(await git('show', 'HEAD:README.md')).toBe('# Pets\n\nA cat.')
  expect(await git('diff', '--name-only', 'origin/main...HEAD')).toBe('README.md')
  expect(await git('rev-list', '--count', 'origin/main..HEAD')).toBe('1')
  expect(await git('rev-parse', 'HEAD')).toBe(pull.head.sha)
  expect(await git('log', '-1', '--format=%an|%cn')).toBe('prentice-sandbox[bot]|prentice-sandbox[bot]')
  expect(await git('log', '-1', '--format=%ae')).toMatch(/^\d+\+prentice-sandbox\[bot\]@users\.noreply\./)
  expect(await git('log', '-1', '--format=%s')).toBe(pull.title)

  const runs = await runsOf(world, job.id)
  expect(runs).toHaveLength(1)
  const [run] = runs
  expect(run).toMatchObject({ number: 1, state: 'succeeded', reason: null })
  expect(run?.summary).toContain('README.md')
  expect(run?.usage?.steps).toBeGreaterThan(1)
  expect(Date.parse(run?.endedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(run?.startedAt ?? ''))
  if (run === undefined) throw new Error('no run')
  expect((await untilWorkflowRunEnds(world, run)).conclusion).toBe('success')
  expect(world.told.filter((line) => line.startsWith('app:'))).toEqual([])
})

test('a job that changes nothing is completed without a pull request and says why', async () => {
  const { id } = await createJob(world, 'Is everything all right?')
  const { job } = await pollUntilFinal(world, id)
  expect(job).toMatchObject({ status: 'completed', prLink: null, source: { ref: null } })
  const [run] = await runsOf(world, id)
  expect(run?.reason?.code).toBe('no-change')
})

test('a response has the same ETag until the job changes', async () => {
  const { id } = await createJob(world, 'Create notes.md with "Hello"')
  const { job } = await pollUntilFinal(world, id)
  const etag = (await call(world, `/job/${id}`)).headers.get('etag') ?? ''
  const again = await fetch(`${world.baseUrl}/v2/agent/${world.projectId}/job/${id}`, {
    headers: { authorization: `Bearer ${world.apiKey}`, 'if-none-match': etag },
  })
  expect(again.status).toBe(304)
  expect(await readJob(world, id)).toEqual(job)
})
