import { expect, test } from 'vitest'
import type { Job } from '../../../src/app/domain/job.ts'
import { newRun } from '../../../src/app/domain/turns.ts'
import { messageWrite, readPrompts } from '../../../src/app/job-store/messages.ts'
import {
  earlierRuns,
  lastRunsOfMessages,
  listRuns,
  readResults,
  runKeys,
} from '../../../src/app/job-store/run-history.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { newJob } from '../domain/run-events.ts'
import { memoryStore, NOW } from './memory-store.ts'

/** A job whose current run has this number; all before it are stored. */
async function jobInRun(number: number) {
  const { store } = await memoryStore()
  const job: Job = { ...newJob(), run: newRun(number, 1, 1, NOW) }
  const set = Array.from({ length: number - 1 }, (_, i) => ({
    key: runKeys.ended(job.id, i + 1),
    value: JSON.stringify({ ...newRun(i + 1, 1, 1, NOW), state: 'failed' }),
  }))
  await store.commit({ set })
  return { store, job }
}

test('the runs before the current one, oldest first', async () => {
  const { store, job } = await jobInRun(4)
  expect((await earlierRuns(store, job)).map(({ number }) => number)).toEqual([1, 2, 3])
})

test('an ended current run is not among them', async () => {
  const { store, job } = await jobInRun(3)
  await store.commit({ set: [{ key: runKeys.ended(job.id, 3), value: JSON.stringify(job.run) }] })
  expect((await earlierRuns(store, job)).map(({ number }) => number)).toEqual([1, 2])
})

test('at most the last 200 runs are read', async () => {
  const { store, job } = await jobInRun(203)
  const numbers = (await earlierRuns(store, job)).map(({ number }) => number)
  expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([200, 3, 202])
})

test('callers see what each run reported', async () => {
  const { store, job } = await jobInRun(2)
  const usage = { steps: 2, inputTokens: 10, cachedInputTokens: 1, outputTokens: 5, costUsd: 0.5 }
  const perStep = [{ step: 1, inputTokens: 10, cachedInputTokens: 1, outputTokens: 5, costUsd: 0.5 }]
  const result = { outcome: 'no-change', acknowledged: 1, summary: 'done', usage, perStep, headSha: null }
  const current: Job = {
    ...job,
    run: {
      ...job.run,
      state: 'succeeded',
      reason: { ...reason('no-change', 'x'), more: 1 } as Job['run']['reason'],
      workflowRunUrl: 'https://x/5',
      usage: { ...usage, more: 1 } as Job['run']['usage'],
      claimedAt: NOW,
      endedAt: NOW + 1_000,
    },
  }
  await store.commit({ set: [{ key: runKeys.result(job.id, 2), value: JSON.stringify(result) }] })
  const none = {
    checks: null,
    changedFiles: null,
    reason: null,
    summary: null,
    workflowRunUrl: null,
    usage: null,
    startedAt: null,
    endedAt: null,
  }
  expect(await listRuns(store, current)).toEqual([
    { number: 1, state: 'failed', ...none },
    {
      number: 2,
      state: 'succeeded',
      reason: reason('no-change', 'x'),
      summary: 'done',
      workflowRunUrl: 'https://x/5',
      usage: { ...usage, perStep },
      checks: null,
      changedFiles: null,
      startedAt: '2026-11-20T12:00:00.000Z',
      endedAt: '2026-11-20T12:00:01.000Z',
    },
  ])
  expect(await readResults(store, job.id, [{ number: 1 }, { number: 2 }])).toEqual([null, result])
})

test('usage of each answer is left out where it is unknown', async () => {
  const { store, job } = await jobInRun(1)
  const usage = { steps: 2, inputTokens: 10, cachedInputTokens: 1, outputTokens: 5, costUsd: null }
  const [run] = await listRuns(store, { ...job, run: { ...job.run, usage } })
  expect(run?.usage).toStrictEqual(usage)
})

test('prompts are read by number, and a deleted prompt is marked', async () => {
  const { store } = await memoryStore()
  const origin = { kind: 'key', id: 'k', name: 'ci' } as const
  const write = (number: number) =>
    messageWrite('job_1', number, { text: `prompt ${number}`, at: NOW, origin })
  await store.commit({ set: [write(1), write(2), write(4)] })
  expect(JSON.parse(write(1).value)).toEqual({ text: 'prompt 1', at: NOW, origin })
  expect(await readPrompts(store, 'job_1', 2, 4)).toEqual([
    { number: 2, text: 'prompt 2' },
    { number: 3, text: '(This prompt was deleted with its archived job.)' },
    { number: 4, text: 'prompt 4' },
  ])
  expect(await readPrompts(store, 'job_1', 3, 2)).toEqual([])
  expect(await readPrompts(store, 'job_1', 5, 2)).toEqual([])
})

/** A job in run `turns.length`, whose runs worked on these messages. */
async function jobWithTurns(turns: readonly (readonly [first: number, last: number])[]) {
  const { store } = await memoryStore()
  const runs = turns.map(([first, last], i) => newRun(i + 1, first, last, NOW))
  const current = runs.at(-1) ?? newRun(1, 1, 1, NOW)
  const job: Job = { ...newJob(), run: current }
  const set = runs.slice(0, -1).map((run) => ({
    key: runKeys.ended(job.id, run.number),
    value: JSON.stringify({ ...run, state: 'failed' }),
  }))
  await store.commit({ set })
  return (first: number, last: number) => lastRunsOfMessages(store, job, first, last)
}

test('a message belongs to the last run that worked on it', async () => {
  const runsOf = await jobWithTurns([
    [1, 2],
    [1, 2],
    [3, 5],
    [6, 6],
  ])
  const all: [number, number][] = [
    [1, 2],
    [2, 2],
    [3, 3],
    [4, 3],
    [5, 3],
    [6, 4],
  ]
  expect([...(await runsOf(1, 9))]).toEqual(all)
  expect([...(await runsOf(2, 4))]).toEqual(all.slice(1, 4))
  expect([...(await runsOf(5, 6))]).toEqual(all.slice(4))
  expect([...(await runsOf(7, 9))]).toEqual([])
})

test('messages of more runs than one page are found', async () => {
  const turns = Array.from({ length: 405 }, (_, i): [number, number] => [i + 1, i + 1])
  const runsOf = await jobWithTurns(turns)
  expect([...(await runsOf(1, 405))]).toEqual(turns)
  expect([...(await runsOf(200, 201))]).toEqual([
    [200, 200],
    [201, 201],
  ])
})
