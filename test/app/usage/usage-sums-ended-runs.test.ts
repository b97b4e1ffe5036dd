import { expect, test } from 'vitest'
import { serverBecauseOf } from '../../../src/app/audit/actor.ts'
import type { RunEvent } from '../../../src/app/domain/run-state-machine.ts'
import { runKeys } from '../../../src/app/job-store/run-history.ts'
import { advanceJob } from '../../../src/app/job-store/update-job.ts'
import { cancelJob } from '../../../src/app/jobs/cancel-job.ts'
import { recordEvents } from '../../../src/app/runs/record-events.ts'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import { summarizeUsage } from '../../../src/app/usage/summarize-usage.ts'
import { percentile, successRate } from '../../../src/app/usage/sums.ts'
import { type UsageEntry, usageKeys } from '../../../src/app/usage/usage-entry.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { claimedRun, SECRET } from '../../support/app/claimed-run.ts'
import { listEntries } from '../../support/app/list-entries.ts'
import { useCases } from '../../support/app/use-cases.ts'

const DAY_MS = 86_400_000
const NOON = Date.parse('2026-11-20T12:00:00Z')

const USAGE = {
  steps: 3,
  inputTokens: 1000,
  cachedInputTokens: 400,
  outputTokens: 50,
  costUsd: 0.25,
}

const entry = (changes: Partial<UsageEntry> = {}): UsageEntry => ({
  at: NOON,
  project: 'prj_ya',
  by: { kind: 'person', id: '12', name: 'ann' },
  model: 'anthropic/x',
  state: 'succeeded',
  reason: null,
  isFirst: true,
  durationMs: 60_000,
  inputTokens: 100,
  cachedInputTokens: 10,
  outputTokens: 5,
  costUsd: 0.5,
  ...changes,
})

/** A database with these entries in account 77, and a count of the entries that are read. */
async function givenEntries(entries: readonly UsageEntry[], now = NOON) {
  const clock = { at: now }
  const store = await openStore('sqlite::memory:', { now: () => clock.at })
  const add = (more: readonly UsageEntry[], job = 'job') =>
    store.commit({
      set: more.map((value, n) => ({
        key: usageKeys.entry(77, value.at, job, n + 1),
        value: JSON.stringify(value),
      })),
    })
  await add(entries)
  const counted = { read: 0 }
  const list: typeof store.list = async (range) => {
    const found = await store.list(range)
    counted.read += found.length
    return found
  }
  const deps = { store: { ...store, list }, now: () => clock.at }
  const report = (days = 7, covers = (_: string) => true) =>
    summarizeUsage(deps, { accountId: 77, covers, days })
  return { clock, store, add, counted, report }
}

test('an ended run leaves one entry, in the commit that ends it', async () => {
  const world = await useCases()
  const { key } = await claimedRun(world)
  const entries = () => listEntries(world.store, usageKeys.of(77))
  expect(await entries()).toEqual([])
  world.clock.at += 90_000
  const report = { outcome: 'no-change', headSha: null, pullRequest: null, reason: null } as const
  const events: RunEvent[] = [
    { type: 'reported', acknowledged: 0, report, usage: USAGE },
    { type: 'confirmed', delivered: {} },
    { type: 'confirmed', delivered: {} },
  ]
  for (const event of events) await advanceJob(world, key, event)
  const [only, ...more] = await entries()
  expect(more).toEqual([])
  expect(JSON.parse(only?.value ?? '')).toMatchObject({
    project: 'prj_ya',
    by: { kind: 'key', name: 'ci' },
    state: 'succeeded',
    isFirst: true,
    inputTokens: 1000,
    cachedInputTokens: 400,
    outputTokens: 50,
    costUsd: 0.25,
  })
})

test('a run without a result counts what its runner had reported as cost', async () => {
  const world = await useCases()
  const { key, run } = await claimedRun(world)
  const heartbeat = { at: world.clock.at, seq: 1, bytes: 10, costUsd: 0.75 }
  await world.store.commit({ set: [{ key: runKeys.heartbeat(run), value: JSON.stringify(heartbeat) }] })
  await advanceJob(world, key, { type: 'failed', reason: reason('agent-stuck', 'it repeats itself') })
  const [only] = await listEntries(world.store, usageKeys.of(77))
  expect(JSON.parse(only?.value ?? '')).toMatchObject({
    state: 'failed',
    reason: 'agent-stuck',
    costUsd: 0.75,
  })
})

test('a run that is stopped counts the tokens and the cost that its steps had reported, for its job too', async () => {
  const world = await useCases()
  const { key, run, job } = await claimedRun(world)
  const steps = [1, 2].map((step) => ({
    seq: step,
    at: '2026-11-20T12:00:00.000Z',
    event: {
      type: 'step',
      step,
      inputTokens: 100 * step,
      outputTokens: 10 * step,
      costUsd: step / 4,
    } as const,
  }))
  await recordEvents(world, run, SECRET, { events: steps, acknowledged: 0 })
  await cancelJob(world, key, serverBecauseOf('a test'))
  const used = { steps: 2, inputTokens: 200, cachedInputTokens: 0, outputTokens: 20, costUsd: 0.5 }
  expect((await job()).run).toMatchObject({ state: 'cancelled', usage: used })
  const [only] = await listEntries(world.store, usageKeys.of(77))
  expect(JSON.parse(only?.value ?? '')).toMatchObject({ state: 'cancelled', inputTokens: 200, costUsd: 0.5 })
})

test('sums are per day, project, person and model, with success rate, percentiles and reasons', async () => {
  const { report } = await givenEntries([
    entry({ at: NOON - 2 * DAY_MS }),
    entry({ at: NOON - DAY_MS, model: 'openai/y', costUsd: 2 }),
    entry({ state: 'failed', reason: 'no-changes', isFirst: false, durationMs: null, costUsd: null }),
    entry({ state: 'cancelled', by: { kind: 'key', id: 'k', name: 'constructor' }, project: 'prj_b' }),
    entry({ at: NOON - 9 * DAY_MS, costUsd: 100 }),
  ])
  const found = await report()
  expect(found.isComplete).toBe(true)
  expect(found.perDay.map(({ succeeded, failed, cancelled }) => succeeded + failed + cancelled)).toEqual([
    0, 0, 0, 0, 1, 1, 2,
  ])
  const { total } = found
  expect([total.jobs, total.succeeded, total.failed, total.cancelled, total.unpriced]).toEqual([
    3, 2, 1, 1, 1,
  ])
  expect(total.costUsd).toBeCloseTo(3)
  expect(successRate(total)).toBeCloseTo(2 / 3)
  expect(found.projects.map(({ name, costUsd }) => [name, costUsd])).toEqual([
    ['prj_ya', 2.5],
    ['prj_b', 0.5],
  ])
  expect(found.people.map(({ name }) => name)).toEqual(['person:ann', 'key:constructor'])
  expect(found.models.map(({ name }) => name)).toEqual(['openai/y', 'anthropic/x'])
  expect(found.reasons).toEqual([{ code: 'no-changes', runs: 1 }])
})

test('a report holds only projects that the reader sees', async () => {
  const { report } = await givenEntries([entry(), entry({ project: 'prj_secret', model: 'openai/secret' })])
  const found = await report(7, (project) => project === 'prj_ya')
  expect(JSON.stringify(found)).not.toContain('secret')
  expect(found.total.succeeded).toBe(1)
})

test('durations are exact to 5 %', async () => {
  const { report } = await givenEntries(
    Array.from({ length: 100 }, (_, n) => entry({ durationMs: (n + 1) * 10_000 })),
  )
  const { total } = await report()
  expect(Math.abs((percentile(total, 0.5) ?? 0) / 500_000 - 1)).toBeLessThan(0.05)
  expect(Math.abs((percentile(total, 0.95) ?? 0) / 950_000 - 1)).toBeLessThan(0.05)
  expect(percentile({ durations: {} }, 0.5)).toBeNull()
})

test('the sums of days that are over are read once; a late entry of today still counts', async () => {
  const past = Array.from({ length: 600 }, (_, n) => entry({ at: NOON - DAY_MS + n }))
  const { clock, add, counted, report } = await givenEntries(past)
  expect((await report()).total.succeeded).toBe(600)
  counted.read = 0
  expect((await report()).total.succeeded).toBe(600)
  expect(counted.read).toBeLessThan(10)

  // Written within the last minutes, with a time before others.
  await add([entry({ at: NOON - 1000 })], 'late')
  expect((await report()).total.succeeded).toBe(601)
  clock.at += 3 * DAY_MS
  expect((await report()).total.succeeded).toBe(601)
  expect((await report()).total.succeeded).toBe(601)
})

test('tokens that a runner invents keep the usage of the account readable', async () => {
  const invented = { inputTokens: Number.MAX_SAFE_INTEGER, outputTokens: Number.MAX_SAFE_INTEGER }
  const { report } = await givenEntries(
    Array.from({ length: 3 }, (_, n) => entry({ at: NOON - 2 * DAY_MS + n, ...invented })),
  )
  for (const _ of ['the sums of the day are stored', 'and read'])
    expect((await report()).total).toMatchObject({ succeeded: 3, costUsd: 1.5 })
})

test('one request reads a bounded number of entries, and the next ones continue to the same sum', async () => {
  const many = Array.from({ length: 45_000 }, (_, n) =>
    entry({ at: NOON - 3 * DAY_MS + n * 4000, costUsd: 0.01 }),
  )
  const { counted, report } = await givenEntries(many, NOON + DAY_MS)
  const seen: boolean[] = []
  for (let tries = 0; tries < 5; tries++) {
    counted.read = 0
    const found = await report()
    seen.push(found.isComplete)
    expect(counted.read).toBeLessThan(22_000)
    if (found.isComplete) {
      expect(found.total.succeeded).toBe(45_000)
      expect(found.total.costUsd).toBeCloseTo(450, 4)
      break
    }
  }
  expect(seen).toEqual([false, false, true])
})

test('each model has its own tokens at its own price, and the run counts once, with the model that ended it', async () => {
  const used = (model: string, costUsd: number | null, inputTokens: number) => ({
    ...{ model, costUsd, inputTokens, cachedInputTokens: 0, outputTokens: 1 },
  })
  const models = [used('anthropic/x', 0.4, 90), used('openai/y', 0.1, 10)]
  const { report } = await givenEntries([
    entry({ models }),
    entry({ costUsd: null, models: [used('anthropic/x', 0.4, 90), used('openai/z', null, 5)] }),
  ])
  const sums = await report()
  const rows = sums.models.map(({ name, costUsd, inputTokens, succeeded, unpriced }) => [
    ...[name, costUsd, inputTokens, succeeded, unpriced],
  ])
  expect(rows.toSorted()).toEqual([
    ['anthropic/x', 0.8, 180, 0, 0],
    ['openai/y', 0.1, 10, 1, 0],
    ['openai/z', 0, 5, 1, 1],
  ])
  expect(sums.total).toMatchObject({ succeeded: 2, costUsd: 0.9, unpriced: 1 })
})
