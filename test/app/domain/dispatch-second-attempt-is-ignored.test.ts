import { expect, test } from 'vitest'
import { advanceRun } from '../../../src/app/domain/run-state-machine.ts'
import { events, NOW, newJob } from './run-events.ts'

test('an attempt that another process has begun is ignored, and the next attempt is a transition', () => {
  const first = advanceRun(newJob(), events.dispatching, NOW)
  if (first.kind === 'ignored') throw new Error(first.why)
  expect(first.job.run).toMatchObject({ state: 'dispatching', attempts: 1 })

  expect(advanceRun(first.job, events.dispatching, NOW).kind).toBe('ignored')
  const plan = { ...events.dispatching.plan, attempt: 2 }
  expect(advanceRun(first.job, { ...events.dispatching, plan }, NOW)).toMatchObject({
    kind: 'applied',
    job: { run: { attempts: 2 } },
  })
})
