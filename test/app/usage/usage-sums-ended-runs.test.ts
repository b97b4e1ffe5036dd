import { expect, test } from 'vitest'
import type { RunEvent } from '../../../src/app/domain/run-event.ts'
import { advanceJob } from '../../../src/app/records/update-job.ts'
import { keySpace } from '../../../src/app/store/key-space.ts'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import { summarizeUsage } from '../../../src/app/usage/summarize-usage.ts'
import { percentile, successRate } from '../../../src/app/usage/sums.ts'
import type { UsageEntry } from '../../../src/app/usage/usage-entry.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { claimedRun } from '../../support/app/claimed-run.ts'
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
        key: keySpace.usage(77, value.at, job, n + 1),
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
  const entries = () => listEntries(world.store, keySpace.usageOf(77))
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
  await world.store.commit({ set: [{ key: keySpace.heartbeat(run), value: JSON.stringify(heartbeat) }] })
  await advanceJob(world, key, { type: 'failed', reason: reason('agent-stuck', 'it repeats itself') })
  const [only] = await listEntries(world.store, keySpace.usageOf(77))
  expect(JSON.parse(only?.value ?? '')).toMatchObject({
    state: 'failed',
    reason: 'agent-stuck',
    costUsd: 0.75,
  })
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
