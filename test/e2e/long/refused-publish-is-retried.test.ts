import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJob, pollUntilFinal, retryJob, runsOf } from '../../support/world/jobs.ts'
import { cloneOf, readPull } from '../../support/world/on-github.ts'
import { holdWait, startTestWorld, type TestWorld } from '../../support/world/world.ts'

const REPOSITORY = { owner: 'sandbox-org', name: 'pets' }

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world?.close())

const configure = (text: string): Promise<string> =>
  world.github.commitFile({
    ...REPOSITORY,
    branch: 'main',
    path: '.github/prentice.yml',
    text,
    message: 'Configure Prentice',
  })

const modelCalls = (): number => world.model?.requests().length ?? 0

/** Retries the job, which must now complete without a call of the model; its pull request and last run. */
async function publishedAgain(id: string) {
  const calls = modelCalls()
  const active = await retryJob(world, id)
  expect([active.id, active.status]).toEqual([id, 'active'])
  const { job } = await pollUntilFinal(world, id)
  expect(job.status).toBe('completed')
  expect(modelCalls()).toBe(calls)
  const run = (await runsOf(world, id)).at(-1)
  expect(run).toMatchObject({ state: 'succeeded', reason: null, usage: { steps: 0, costUsd: 0 } })
  return { job, run, pull: await readPull(world, job.prLink) }
}

test('after a branch protection is lifted, a retry pushes the saved patch with the same title and body', async () => {
  const { release } = holdWait(world)
  const { id } = await createJob(world, 'Wait 1 second\nReplace "Rex" with "Max" in src/name.txt')
  const branch = `prentice/${id.slice(-10)}`
  world.github.protectBranch({ ...REPOSITORY, branch })
  release()
  expect((await pollUntilFinal(world, id)).reason).toBe('push-refused')
  const [failed] = await runsOf(world, id)
  expect(failed?.reason?.message).toContain('protected branch')
  expect(failed?.reason?.message).toContain('`POST …/retry` publishes it')

  world.github.unprotectBranch({ ...REPOSITORY, branch })
  const { job, run, pull } = await publishedAgain(id)
  expect(run?.summary).toBe(failed?.summary)
  expect(pull.title).toBe('Replace a text in src/name.txt')
  const { git } = await cloneOf(world, job.source.ref ?? '')
  expect(await git('show', 'HEAD:src/name.txt')).toBe('Max')
  expect(await git('log', '-1', '--format=%s')).toBe('Replace a text in src/name.txt')
})

test('after GitHub refuses a push token, a retry publishes the saved patch', async () => {
  world.github.failNext(/^GET \S+git-receive-pack/, 401)
  const { id } = await createJob(world, 'Create token.md with "1"')
  expect((await pollUntilFinal(world, id)).reason).toBe('push-refused')
  const [failed] = await runsOf(world, id)
  expect(failed?.reason?.message).toContain('`POST …/retry` publishes it')
  const { pull } = await publishedAgain(id)
  expect(pull.title).toBe('Create token.md')
})

test('a patch over a limit of the project is refused until the limit is raised', async () => {
  await configure('max-files: 1\n')
  const { id } = await createJob(world, 'Create one.md with "1"\nCreate two.md with "2"')
  expect((await pollUntilFinal(world, id)).reason).toBe('change-too-large')
  const calls = modelCalls()
  await retryJob(world, id)
  expect((await pollUntilFinal(world, id)).reason).toBe('change-too-large')
  expect(modelCalls()).toBe(calls)

  // Meanwhile others work on the base.
  await configure('max-files: 2\n')
  const { pull } = await publishedAgain(id)
  expect(pull.title).toBe('Change one.md, two.md')
  expect((await runsOf(world, id)).map(({ number }) => number)).toEqual([1, 2, 3])
})

test('a run that never began is retried with the same prompts after the cause is fixed', async () => {
  await configure('base: nosuch\n')
  const { id } = await createJob(world, 'Create four.md with "4"')
  expect((await pollUntilFinal(world, id)).reason).toBe('ref-not-found')
  await configure('')
  await retryJob(world, id)
  const { job } = await pollUntilFinal(world, id)
  expect(job.status).toBe('completed')
  expect((await readPull(world, job.prLink)).title).toBe('Create four.md')
})
