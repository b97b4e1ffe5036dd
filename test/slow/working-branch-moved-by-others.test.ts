import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AgentJob } from '../../src/contract/job.ts'
import { call, createJob, pollUntilFinal, retryJob, sendMessage, until } from '../support/world/jobs.ts'
import { cloneOf, readPull, rest } from '../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../support/world/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world?.close())

/** A second turn, and a person's commit to the working branch while the agent is at it. */
async function moveDuringTurn(job: AgentJob, prompt: string, path: string, text: string): Promise<string> {
  const asked = world.model?.requests().length ?? 0
  const { root, git } = await cloneOf(world, job.source.ref ?? '')
  await sendMessage(world, job.id, `Wait 2 seconds\n${prompt}`)
  await until('the agent to work', () => ((world.model?.requests().length ?? 0) > asked ? true : null))
  await writeFile(join(root, path), text)
  await git('add', '-A')
  await git('commit', '-q', '-m', 'By hand')
  await git('push', '-q')
  return git('rev-parse', 'HEAD')
}

test('a commit beside the agent’s is kept: the work is rebased upon it', async () => {
  const { job } = await pollUntilFinal(world, (await createJob(world, 'Create one.md with "1"')).id)
  const byHand = await moveDuringTurn(job, 'Append "2" to one.md', 'hand.md', 'By hand\n')
  const { job: after } = await pollUntilFinal(world, job.id)
  expect(after).toEqual(job)
  const { git } = await cloneOf(world, job.source.ref ?? '')
  expect(await git('rev-parse', 'HEAD~1')).toBe(byHand)
  expect(await git('rev-list', '--count', 'origin/main..HEAD')).toBe('3')
  expect(await git('show', 'HEAD:one.md')).toBe('12')
  expect(await git('show', 'HEAD:hand.md')).toBe('By hand')
  expect((await readPull(world, after.prLink)).head.sha).toBe(await git('rev-parse', 'HEAD'))
})

test('a conflicting commit stays as it is; the agent’s work is a patch that applies', async () => {
  const { job } = await pollUntilFinal(world, (await createJob(world, 'Create two.md with "1"')).id)
  const before = (await readPull(world, job.prLink)).head.sha
  const byHand = await moveDuringTurn(job, 'Create two.md with "agent"', 'two.md', 'By hand\n')
  const failed = await pollUntilFinal(world, job.id)
  expect(failed.reason).toBe('branch-moved')
  expect(failed.job).toEqual({ ...job, status: 'failed' })

  const { root, git } = await cloneOf(world, job.source.ref ?? '')
  expect(await git('rev-parse', 'HEAD')).toBe(byHand)
  const response = await call(world, `/job/${job.id}/runs/2/patch`)
  expect(response.status).toBe(200)
  await writeFile(join(world.directory, 'kept.patch'), Buffer.from(await response.arrayBuffer()))
  await git('checkout', '-q', before)
  await git('-C', root, 'apply', join(world.directory, 'kept.patch'))
  expect(await git('diff', '--name-only')).toBe('two.md')
  expect(await git('diff')).toContain('+agent')
  await git('checkout', '-q', '-f', job.source.ref ?? '')
  expect((await call(world, `/job/${job.id}/runs/1/patch`)).status).toBe(404)

  // The patch does not apply: the agent is asked again, and shown what it had made.
  await retryJob(world, job.id)
  expect((await pollUntilFinal(world, job.id)).job).toEqual(job)
  expect(JSON.stringify(world.model?.requests().at(-1)?.body)).toContain(
    'An earlier try at these prompts made this change',
  )
  await git('pull', '-q')
  expect(await git('rev-parse', 'HEAD~1')).toBe(byHand)
  expect(await git('show', 'HEAD:two.md')).toBe('agent')

  await sendMessage(world, job.id, 'Append "!" to two.md')
  expect((await pollUntilFinal(world, job.id)).job).toEqual(job)
})

test('a pull request that is merged and its branch that is deleted during a turn: the new work gets a new one', async () => {
  const { job } = await pollUntilFinal(world, (await createJob(world, 'Create three.md with "1"')).id)
  const asked = world.model?.requests().length ?? 0
  await sendMessage(world, job.id, 'Wait 2 seconds\nAppend "2" to three.md')
  await until('the agent to work', () => ((world.model?.requests().length ?? 0) > asked ? true : null))
  const { number, head } = await readPull(world, job.prLink)
  await rest(world, `/pulls/${number}/merge`, { method: 'PUT', body: {} })
  await rest(world, `/git/refs/heads/${head.ref}`, { method: 'DELETE' })

  const { job: after } = await pollUntilFinal(world, job.id)
  expect(after).toMatchObject({ status: 'completed', source: job.source })
  const pull = await readPull(world, after.prLink)
  expect(pull).toMatchObject({ state: 'open', head: { ref: head.ref }, base: { ref: 'main' } })
  expect(pull.number).toBeGreaterThan(number)
  const { git } = await cloneOf(world, head.ref)
  expect(await git('diff', 'origin/main', 'HEAD', '--', 'three.md')).toContain('+12')
  expect(await git('rev-list', '--count', 'origin/main..HEAD')).toBe('1')
})
