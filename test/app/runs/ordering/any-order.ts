import fc from 'fast-check'
import { expect } from 'vitest'
import type { Job } from '../../../../src/app/domain/job.ts'
import type { Run } from '../../../../src/app/domain/run.ts'
import { parseRunId } from '../../../../src/app/domain/run-id.ts'
import { earlierRuns } from '../../../../src/app/job-store/run-history.ts'
import { assertAsyncProperty } from '../../../support/random.ts'
import type { Fate } from './simulated-github.ts'
import { type Action, simulateJob } from './simulated-job.ts'
import type { Outcome } from './simulated-runner.ts'

const which = fc.nat(3)
const timer = fc.record({
  do: fc.constant('timer' as const),
  afterMs: fc.constantFrom(0, 0, 1_000, 16_000, 31_000, 31_000, 95_000),
})
const serve = fc.record({
  do: fc.constant('serve' as const),
  place: fc.nat(3),
  fate: fc.constantFrom<Fate>('answered', 'answered', 'answered', 'lost', 'dropped'),
})
const anyAction = fc.oneof(
  { weight: 18, arbitrary: timer },
  { weight: 24, arbitrary: serve },
  { weight: 27, arbitrary: fc.record({ do: fc.constant('runner' as const), which }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('repeat' as const, 'webhook' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('kill' as const), which }) },
  { weight: 6, arbitrary: fc.constant<Action>({ do: 'message' }) },
  { weight: 1, arbitrary: fc.constant<Action>({ do: 'cancel' }) },
)

type World = Awaited<ReturnType<typeof simulateJob>>

/** The one visible end there is, from what the last run's runner got done alone. */
function expectItsEnd(
  { runners, isCancelled }: World,
  { job, view }: Awaited<ReturnType<World['look']>>,
): void {
  const reported = runners.find(
    ({ facts }) => facts.recorded !== null && parseRunId(facts.run.run)?.run === job.run.number,
  )?.facts.recorded
  const isDone = reported === 'published' || reported === 'no-change'
  if (job.run.state === 'cancelled') expect(isCancelled()).toBe(true)
  else expect(view.status).toBe(isDone ? 'completed' : 'failed')
  if (runners.some(({ facts }) => facts.recorded === 'published')) expect(view.prLink).toMatch(/\/pull\/3$/)
}

/** Every message was of a turn, and a turn that succeeded has had all of its messages. */
function expectNoMessageLost({ runners, isCancelled }: World, job: Job, turns: readonly Run[]): void {
  expect(job.taken).toBe(job.messages)
  for (let n = 1; n <= job.messages && !isCancelled(); n++)
    expect(turns.some(({ first, last }) => first <= n && n <= last)).toBe(true)
  for (const { number, first, last } of turns.filter(({ state }) => state === 'succeeded')) {
    const worker = runners.find(({ facts }) => facts.claimed && parseRunId(facts.run.run)?.run === number)
    for (let n = first; n <= last; n++) expect([...(worker?.facts.handed ?? [])]).toContain(n)
  }
}

const outcomes = fc.array(fc.constantFrom<Outcome>('published', 'no-change', 'failed'), {
  minLength: 1,
  maxLength: 3,
})
const actions = fc.array(anyAction, { minLength: 30, maxLength: 120, size: 'max' })

/** So many jobs, each with other events: valid polls only, no message lost, and each run ends once. */
export async function expectTheSameEnd(numRuns: number): Promise<void> {
  const property = fc.asyncProperty(outcomes, actions, async (given, happening) => {
    const world = await simulateJob(given)
    for (const action of happening) await world.act(action)
    await world.rest()
    const seen = await world.look()
    expectItsEnd(world, seen)
    const turns = [...(await earlierRuns(world.app.store, seen.job)), seen.job.run]
    expectNoMessageLost(world, seen.job, turns)
    await world.app.store.close()
  })
  await assertAsyncProperty(property, { numRuns })
}
