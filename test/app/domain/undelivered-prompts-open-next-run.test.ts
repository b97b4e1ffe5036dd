import { expect, test } from 'vitest'
import type { Job } from '../../../src/app/domain/job.ts'
import { advanceRun, type RunEvent } from '../../../src/app/domain/run-state-machine.ts'
import { openRun } from '../../../src/app/domain/turns.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { NOW, newJob } from './run-events.ts'

const FAILED: RunEvent = { type: 'failed', reason: reason('workflow-missing', 'prentice.yml') }
const CANCELLED: RunEvent = { type: 'cancelled', reason: reason('cancelled', 'API key ci') }

function after(job: Job, event: RunEvent): Job {
  const step = advanceRun(job, event, NOW)
  if (step.kind === 'ignored') throw new Error(step.why)
  return step.job
}

/** A message to a job whose run has ended. */
const messaged = (job: Job): Job => openRun({ ...job, messages: job.messages + 1 }, NOW)

test('each run that fails before its claim passes its prompts to the next run', () => {
  let job = messaged(after(newJob(), FAILED))
  expect(job.run).toMatchObject({ number: 2, first: 1, last: 2 })
  job = messaged(after(job, FAILED))
  expect(job.run).toMatchObject({ number: 3, first: 1, last: 3 })
})

test('a message that waited meanwhile opens the next run with these prompts, once', () => {
  const job = after({ ...newJob(), messages: 2 }, FAILED)
  expect(job.run).toMatchObject({ number: 2, state: 'queued', first: 1, last: 2 })
  expect(after(job, FAILED).run).toMatchObject({ number: 2, state: 'failed' })
})

test('a cancelled or claimed run does not pass its prompts on', () => {
  expect(messaged(after(newJob(), CANCELLED)).run).toMatchObject({ number: 2, first: 2, last: 2 })
  const { run } = newJob()
  const taken: Job = { ...newJob(), taken: 1, run: { ...run, state: 'running', claimedAt: NOW } }
  expect(messaged(after(taken, FAILED)).run).toMatchObject({ number: 2, first: 2, last: 2 })
})
