import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AgentJob } from '../../../src/contract/job.ts'
import { writeComment } from '../../support/world/feedback.ts'
import { createJob, lastRunOf, pollUntilFinal, readJob, until } from '../../support/world/jobs.ts'
import { cloneOf, readPull } from '../../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../../support/world/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld({ 'first.md': 'A dog.\n', 'second.md': 'A dog.\n', 'other.md': 'Other.\n' })
})
afterAll(() => world?.close())

/** A job whose pull request is open, and a commit to its base since. Returns the heads of both. */
async function givenPull(prompt: string, base: { readonly path: string; readonly text: string }) {
  const { job } = await pollUntilFinal(world, (await createJob(world, prompt)).id)
  const baseSha = await world.github.commitFile({
    ...{ owner: 'sandbox-org', name: 'pets', branch: 'main', message: 'By somebody else' },
    ...base,
  })
  const pull = await readPull(world, job.prLink)
  return { job, pull, parents: `${pull.head.sha} ${baseSha}` }
}

/** A maintainer comments, and the second run of the job ends. */
async function update({ id }: AgentJob, pull: number) {
  await writeComment(world, 'ana', pull, '/prentice update')
  return until(`the update of ${id}`, async () => {
    const run = await lastRunOf(world, id)
    return run.number === 2 && run.endedAt !== null ? run : null
  })
}

const dispatches = (): number =>
  world.github.requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/dispatches'))
    .length

test('the agent resolves the conflict, and the merge commit has both parents and no marker', async () => {
  const prompt = 'Replace "dog" with "cat" in first.md'
  const { job, pull, parents } = await givenPull(prompt, { path: 'first.md', text: 'A mouse.\n' })
  expect(await update(job, pull.number)).toMatchObject({ state: 'succeeded' })
  const { git } = await cloneOf(world, pull.head.ref)
  expect(await git('log', '-1', '--format=%P')).toBe(parents)
  expect(await git('show', 'HEAD:first.md')).toBe('A cat.\nA mouse.')
  expect(await git('log', '-1', '--format=%B')).toContain(`Merge branch 'main' into ${pull.head.ref}`)
  expect((await readJob(world, job.id)).prLink).toBe(pull.html_url)
  expect((await readPull(world, job.prLink)).head.sha).toBe(await git('rev-parse', 'HEAD'))
})

test('without a conflict GitHub merges, and no runner starts', async () => {
  const prompt = 'Replace "dog" with "cat" in second.md'
  const { job, pull, parents } = await givenPull(prompt, { path: 'other.md', text: 'Newer.\n' })
  const before = dispatches()
  const run = await update(job, pull.number)
  expect(run).toMatchObject({
    state: 'succeeded',
    summary: 'Merged `main` into the branch. There was no conflict.',
    workflowRunUrl: null,
  })
  const { git } = await cloneOf(world, pull.head.ref)
  expect(await git('log', '-1', '--format=%P')).toBe(parents)
  expect(await git('show', 'HEAD:other.md')).toBe('Newer.')
  expect(dispatches()).toBe(before)
})
