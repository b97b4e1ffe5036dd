import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Job } from '../../../src/app/domain/job.ts'
import { statusOf } from '../../../src/app/domain/job-view.ts'
import { isEnded } from '../../../src/app/domain/run.ts'
import { advanceRun, type RunEvent } from '../../../src/app/domain/run-state-machine.ts'
import {
  lastOfTurn,
  lastPlanned,
  modeOf,
  openRun,
  recordMode,
  repeatRun,
} from '../../../src/app/domain/turns.ts'
import type { Mode } from '../../../src/contract/job.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { assertProperty } from '../../support/random.ts'
import { type Action, anyAction, events, NOW, newJob } from './run-events.ts'

const FAILED: RunEvent = { type: 'failed', reason: reason('workflow-missing', 'prentice.yml') }

/** As the use case adds a message. */
function messaged(job: Job, mode: Mode | null = null): Job {
  const messages = job.messages + 1
  const more = { ...job, messages, ...recordMode(job, messages, mode) }
  return isEnded(job.run) ? openRun(more, NOW) : more
}

function advanced(job: Job, ...all: RunEvent[]): Job {
  return all.reduce((before, event) => {
    const step = advanceRun(before, event, NOW)
    if (step.kind === 'ignored') throw new Error(step.why)
    return step.job
  }, job)
}

const turn = ({ run: { number, first, last, mode } }: Job) => ({ number, first, last, mode })
const claimed = (job: Job): Job => advanced(job, events.dispatching, events.claimed)

describe('messages of another mode', () => {
  test('wait for the next run, which opens when this one ends', () => {
    let job = claimed(messaged(messaged(messaged(newJob()), 'ask'), 'ask'))
    expect(turn(job)).toEqual({ number: 1, first: 1, last: 2, mode: undefined })
    job = advanced(job, FAILED)
    expect(turn(job)).toEqual({ number: 2, first: 3, last: 4, mode: 'ask' })
    expect(turn(claimed(messaged(messaged(job, 'ask'))))).toEqual({
      number: 2,
      first: 3,
      last: 5,
      mode: 'ask',
    })
  })

  test('are not acknowledged by the runner of this turn', () => {
    const job = claimed(messaged(newJob(), 'ask'))
    expect(advanceRun(job, { type: 'messages-acknowledged', acknowledged: 2 }, NOW)).toMatchObject({
      kind: 'ignored',
    })
  })

  test('follow a run that failed before its claim, each once', () => {
    let job = advanced(messaged(messaged(newJob(), 'ask'), 'plan'), FAILED)
    expect(turn(job)).toEqual({ number: 2, first: 2, last: 2, mode: 'ask' })
    job = advanced(job, FAILED)
    expect(turn(job)).toEqual({ number: 3, first: 3, last: 3, mode: 'plan' })
    job = advanced(job, FAILED)
    expect(job.run).toMatchObject({ number: 3, state: 'failed' })
  })

  test('come after the prompts of such a run if people send them later', () => {
    let job = messaged(advanced(newJob(), FAILED), 'ask')
    expect(turn(job)).toEqual({ number: 2, first: 1, last: 1, mode: undefined })
    job = advanced(claimed(job), FAILED)
    expect(turn(job)).toEqual({ number: 3, first: 2, last: 2, mode: 'ask' })
  })
})

test('a retry has the mode of the run that it repeats', () => {
  const job = advanced(claimed(messaged(advanced(claimed(newJob()), FAILED), 'plan')), FAILED)
  expect(turn(repeatRun(job, NOW))).toEqual({ number: 3, first: 2, last: 2, mode: 'plan' })
})

test('a job without a mode is stored as before', () => {
  expect(Object.keys(messaged(messaged(newJob())))).not.toContain('modes')
})

test('the mode of each prompt is known, however often it changes', () => {
  const modes = [null, 'ask', 'ask', null, 'plan'] as const
  let job = newJob()
  for (const mode of modes) job = messaged(job, mode)
  expect([1, 2, 3, 4, 5, 6].map((n) => modeOf(job, n))).toEqual([null, ...modes])
  expect([1, 2, 3, 4, 5, 6].map((n) => lastOfTurn(job, n))).toEqual([2, 2, 4, 4, 5, 6])
  for (let n = 0; n < 500; n += 1) job = messaged(job, n % 2 === 0 ? 'ask' : 'plan')
  expect(job.modes?.length).toBeLessThanOrEqual(50)
  expect(modeOf(job, job.messages)).toBe('plan')
})

test('a plan stays open to answers until work is requested; questions do not close it', () => {
  const planned = messaged(newJob(), 'plan')
  expect(lastPlanned(newJob())).toBeNull()
  expect(lastPlanned(planned)).toBe(2)
  expect(lastPlanned(messaged(messaged(planned, 'plan'), 'ask'))).toBe(3)
  expect(lastPlanned(messaged(planned))).toBeNull()
  expect(lastPlanned(messaged(newJob(), 'ask'))).toBeNull()
})

type Step = Action | { readonly mode: Mode }

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: anyAction },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ mode: 'ask' }, { mode: 'plan' }) },
)

function step(job: Job, action: Step): Job {
  if ('mode' in action) return messaged(job, action.mode)
  if ('message' in action) return messaged(job)
  if ('retry' in action) return statusOf(job) === 'failed' ? repeatRun(job, NOW) : job
  const made = advanceRun(job, action.event, NOW)
  return made.kind === 'applied' ? made.job : job
}

test('whatever happens, each prompt is worked on in its own mode, and the job comes to an end', () => {
  assertProperty(
    fc.property(fc.array(anyStep, { maxLength: 40 }), (actions) => {
      let job = newJob()
      const done = new Set<number>()
      const note = (of: Job): void => {
        const { first, last, mode = null } = of.run
        for (let n = first; n <= last; n += 1) {
          expect([n, modeOf(of, n)]).toEqual([n, mode])
          done.add(n)
        }
      }
      const take = (next: Job): void => {
        if (next.run.number > job.run.number) note(job)
        if (next.run.claimedAt !== null || isEnded(next.run)) note(next)
        job = next
      }
      for (const action of actions) {
        take(step(job, action))
        // A cancellation skips what waits.
        if ('event' in action && action.event.type === 'cancelled')
          for (let n = 1; n <= job.messages; n += 1) done.add(n)
      }
      for (let rest = 3 * job.messages + 3; !isEnded(job.run); rest -= 1) {
        expect(rest).toBeGreaterThan(0)
        take(step(job, { event: FAILED }))
      }
      expect([...done].toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: job.messages }, (_, i) => i + 1),
      )
    }),
    { numRuns: 2_000 },
  )
})
