import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Job } from '../../../src/app/domain/job.ts'
import { statusOf } from '../../../src/app/domain/job-view.ts'
import { isEnded } from '../../../src/app/domain/run.ts'
import { advanceRun } from '../../../src/app/domain/run-state-machine.ts'
import { openRun, repeatRun, waiting } from '../../../src/app/domain/turns.ts'
import { RANK } from '../../support/app/run-rank.ts'
import { assertProperty } from '../../support/random.ts'
import { type Action, anyAction, NOW, newJob } from './run-events.ts'

function apply(job: Job, action: Action): Job {
  if ('message' in action) {
    const more = { ...job, messages: job.messages + 1 }
    return isEnded(job.run) ? openRun(more, NOW) : more
  }
  if ('retry' in action) return statusOf(job) === 'failed' ? repeatRun(job, NOW) : job
  const step = advanceRun(job, action.event, NOW)
  return step.kind === 'applied' ? step.job : job
}

test('for any events in any order, states never move backward and no message is lost', () => {
  assertProperty(
    fc.property(fc.array(anyAction, { maxLength: 40 }), (actions) => {
      let job = newJob()
      for (const action of actions) {
        const before = job
        job = apply(job, action)
        if (job.run.number === before.run.number) {
          expect(RANK[job.run.state]).toBeGreaterThanOrEqual(RANK[before.run.state])
        } else if ('retry' in action) {
          const { number, first, last } = before.run
          expect(job.run).toMatchObject({ number: number + 1, retryOf: number, first, last })
          expect(statusOf(job)).toBe('active')
        } else {
          // The next turn begins where the last one stopped, or where it began if no runner took it.
          expect(job.run.number).toBe(before.run.number + 1)
          const again = before.run.claimedAt === null ? [before.run.first] : []
          expect([job.taken + 1, ...again]).toContain(job.run.first)
          expect(job.run.last).toBe(job.messages)
        }
        expect(job.taken).toBeLessThanOrEqual(job.messages)
        expect(job.taken).toBeGreaterThanOrEqual(before.taken)
        if (isEnded(job.run)) expect(waiting(job)).toBe(0)
        else expect(job.run.dueAt).not.toBeNull()
        if (statusOf(job) === 'completed') expect(job.run.state).toBe('succeeded')
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a repeated event changes nothing', () => {
  assertProperty(
    fc.property(fc.array(anyAction, { maxLength: 30 }), (actions) => {
      let once = newJob()
      let twice = newJob()
      for (const action of actions) {
        once = apply(once, action)
        twice = apply(twice, action)
        if ('event' in action && twice.run.number === once.run.number && isEnded(once.run)) {
          twice = apply(twice, action)
        }
      }
      expect(statusOf(twice)).toBe(statusOf(once))
      expect(twice.run.state).toBe(once.run.state)
    }),
    { numRuns: 1_000 },
  )
})
