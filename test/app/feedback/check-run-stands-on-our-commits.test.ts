import { expect, test } from 'vitest'
import { changeProject } from '../../../src/app/projects/refresh-project.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { feedbackScene, KEY } from './feedback-scene.ts'

const A = 'a'.repeat(40)
const B = 'b'.repeat(40)

type Scene = Awaited<ReturnType<typeof feedbackScene>>

const shownOn = ({ checks }: Scene): string[] =>
  checks.map(({ headSha, conclusion }) => `${headSha[0]} ${conclusion ?? 'in progress'}`)

test('the first run shows its end on the commit that it pushed', async () => {
  const world = await feedbackScene()
  const job = await world.ask(KEY)
  await world.claim(job)
  await world.show()
  expect(world.checks).toEqual([])
  await world.deliver(job, A)
  await world.show()
  expect(shownOn(world)).toEqual(['a success'])
  expect(await world.dueIn()).toEqual([])
})

test('a follow-up is in progress on the commit before, and ends there and on its own commit', async () => {
  const world = await feedbackScene()
  const job = await world.ask(KEY)
  await world.claim(job)
  await world.deliver(job, A)
  await world.show()
  await world.message(job.id, 'more')
  await world.show()
  expect(shownOn(world)).toEqual(['a success'])
  await world.claim(job)
  await world.show()
  expect(shownOn(world)).toEqual(['a success', 'a in progress'])
  expect(await world.dueIn()).toEqual([30])
  await world.deliver(job, B)
  await world.show()
  expect(shownOn(world)).toEqual(['a success', 'a success', 'b success'])
  expect(await world.dueIn()).toEqual([])
})

test('a follow-up that leaves no commit shows its end where it started, however fast it was', async () => {
  const world = await feedbackScene()
  const job = await world.ask(KEY)
  await world.claim(job)
  await world.deliver(job, A)
  await world.message(job.id, 'more')
  await world.claim(job)
  await world.advance(job, { type: 'failed', reason: reason('model-failed', 'x') })
  await world.show()
  expect(shownOn(world)).toEqual(['a success', 'a failure'])
})

test('a follow-up that never started shows nothing', async () => {
  const world = await feedbackScene()
  const job = await world.ask(KEY)
  await world.claim(job)
  await world.deliver(job, A)
  await world.message(job.id, 'more')
  await world.advance(job, { type: 'failed', reason: reason('dispatch-failed', 'x') })
  await world.show()
  expect(shownOn(world)).toEqual(['a success'])
})

test('a commit of the default branch gets none', async () => {
  const world = await feedbackScene()
  world.onDefault.add(A)
  const job = await world.ask(KEY)
  await world.claim(job)
  await world.deliver(job, A)
  await world.show()
  world.pass(3600)
  await world.show()
  expect([world.checks, await world.dueIn()]).toEqual([[], []])
})

test.each(['lost', 'unavailable'] as const)('a check run whose creation is %s exists once', async (fault) => {
  const world = await feedbackScene()
  const job = await world.ask(KEY)
  await world.claim(job)
  await world.deliver(job, A)
  world.faults.push(fault)
  await world.show()
  world.pass(15)
  await world.show()
  expect(shownOn(world)).toEqual(['a success'])
  expect(await world.dueIn()).toEqual([])
})

test('a delivery that GitHub does not show gets none', async () => {
  const world = await feedbackScene()
  const job = await world.ask(KEY)
  await world.claim(job)
  const report = { outcome: 'published', headSha: B, pullRequest: 18, reason: null } as const
  await world.advance(job, { type: 'reported', acknowledged: 1, report, usage: null })
  const delivered = { branchExists: true }
  await world.advance(job, { type: 'failed', reason: reason('delivery-mismatch', 'x'), delivered })
  await world.show()
  expect(world.checks).toEqual([])
})

test('the settings of the project switch it off', async () => {
  const world = await feedbackScene()
  const job = await world.ask(KEY)
  await world.claim(job)
  await changeProject(world.store, 'prj_ya', (project) => ({
    ...project,
    config: project.config && { ...project.config, feedback: { comment: true, checkRun: false } },
  }))
  await world.deliver(job, A)
  await world.show()
  expect(world.calls).toEqual([])
})
