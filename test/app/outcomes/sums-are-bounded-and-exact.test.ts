import { expect, test } from 'vitest'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import { type OutcomeEntry, outcomeKeys } from '../../../src/app/usage/outcome-entry.ts'
import { groupOutcomes, summarizeOutcomes } from '../../../src/app/usage/summarize-outcomes.ts'

const DAY_MS = 86_400_000
const NOON = Date.parse('2026-11-20T12:00:00Z')

const pending = { number: 1, openedAt: NOON, firstSha: null, state: 'pending', followUps: 0 } as const
const accepted = { ...pending, state: 'accepted', endedAt: NOON + 60_000, peopleCommits: 0 } as const

const entry = (n: number, changes: Partial<OutcomeEntry> = {}): OutcomeEntry => ({
  ...{
    at: NOON - (n % 5) * DAY_MS,
    project: 'prj_ya',
    by: { kind: 'key', id: 'k', name: 'ci' },
    origin: 'api',
  },
  ...{ model: 'anthropic/x', costUsd: 0.25, pulls: [pending] },
  ...changes,
})

async function scene() {
  const store = await openStore('sqlite::memory:', { now: () => NOON })
  const counted = { read: 0, written: 0 }
  const list: typeof store.list = async (range) => {
    const found = await store.list(range)
    counted.read += found.length
    return found
  }
  const commit: typeof store.commit = async (one) => {
    counted.written += one.set?.length ?? 0
    return store.commit(one)
  }
  const deps = { store: { ...store, list, commit }, now: () => NOON }
  let rev = 0
  return {
    store,
    counted,
    deps,
    /** Changes of jobs, as their commits write them. */
    change: (changes: readonly [number, OutcomeEntry | null, OutcomeEntry | null][]) =>
      store.commit({
        set: changes.flatMap(([job, before, after]) => {
          rev += 1
          const change = {
            key: outcomeKeys.change(77, `job_${job}`, rev),
            value: JSON.stringify({ before, after }),
          }
          if (after === null) return [change]
          return [
            change,
            { key: outcomeKeys.entry(77, after.at, `job_${job}`), value: JSON.stringify(after) },
          ]
        }),
      }),
    report: (covers = (_: string) => true) => summarizeOutcomes(deps, { accountId: 77, covers, days: 7 }),
  }
}

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

test('a change leaves the sums as if the outcome had always been so', async () => {
  const { change, report } = await scene()
  const first = upTo(1000).map((n) => entry(n))
  await change(first.map((one, n) => [n, null, one]))
  expect((await report()).total).toMatchObject({ jobs: 1000, delivered: 1000, accepted: 0 })
  const then = upTo(300).map((n) => entry(n, { pulls: [accepted], costUsd: 0.75 }))
  await change(then.map((one, n) => [n, first[n] ?? null, one]))
  for (const _ of ['the changes become part of the sums', 'and are there']) {
    const { total } = await report()
    expect(total).toMatchObject({ jobs: 1000, delivered: 1000, accepted: 300, zeroTouch: 300 })
    expect(total.costUsd).toBeCloseTo(700 * 0.25 + 300 * 0.75, 6)
  }
})

test('a few changes are counted without a write, and many are read once', async () => {
  const { change, counted, report } = await scene()
  await change(upTo(2000).map((n) => [n, null, entry(n)]))
  await report()
  Object.assign(counted, { read: 0, written: 0 })
  await change([[1, entry(1), entry(1, { pulls: [accepted] })]])
  for (let again = 0; again < 3; again++) expect((await report()).total.accepted).toBe(1)
  expect(counted).toEqual({ read: 3, written: 0 })
})

test('one request adds up a bounded number of changes, and the next ones continue', async () => {
  const { change, counted, report } = await scene()
  for (const part of upTo(9)) await change(upTo(5000).map((n) => [part * 5000 + n, null, entry(n)]))
  const seen: boolean[] = []
  for (let tries = 0; tries < 5 && seen.at(-1) !== true; tries++) {
    counted.read = 0
    const { isComplete, total } = await report()
    seen.push(isComplete)
    expect(counted.read).toBeLessThan(21_000)
    if (isComplete) expect(total.jobs).toBe(45_000)
  }
  expect(seen).toEqual([false, false, true])
})

test('requests at the same time count each change once', async () => {
  const { change, report } = await scene()
  await change(upTo(3000).map((n) => [n, null, entry(n)]))
  const reports = await Promise.allSettled(upTo(6).map(() => report()))
  for (const one of reports) if (one.status === 'fulfilled') expect(one.value.total.jobs).toBe(3000)
  expect(reports.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect((await report()).total.jobs).toBe(3000)
})

test('a report and its groups hold only projects that the reader sees', async () => {
  const { change, deps, report } = await scene()
  const secret = entry(1, { project: 'prj_secret', model: 'openai/secret', metadata: { team: 'secret' } })
  await change([
    [1, null, entry(1, { metadata: { team: 'docs' } })],
    [2, null, secret],
    [3, null, entry(1)],
  ])
  const covers = (project: string) => project === 'prj_ya'
  expect(JSON.stringify(await report(covers))).not.toContain('secret')
  const groups = await groupOutcomes(deps, { accountId: 77, covers, days: 7, pair: 'team' })
  expect(groups?.map(({ value, sum }) => [value, sum.jobs])).toEqual([
    ['docs', 1],
    [null, 1],
  ])
})

test('more jobs than one request groups are refused, not cut', async () => {
  const { change, deps } = await scene()
  for (const part of upTo(5)) await change(upTo(4100).map((n) => [part * 4100 + n, null, entry(n)]))
  const query = { accountId: 77, covers: () => true, days: 7, pair: 'team' }
  expect(await groupOutcomes(deps, query)).toBeNull()
})

test('names that callers choose are names, whatever they are', async () => {
  const { change, deps, report } = await scene()
  const odd = { model: 'constructor', metadata: { toString: '__proto__' } }
  await change([[1, null, entry(1, odd)]])
  expect((await report()).models.map(({ name }) => name)).toEqual(['constructor'])
  const of = (pair: string) => groupOutcomes(deps, { accountId: 77, covers: () => true, days: 7, pair })
  expect((await of('toString'))?.map(({ value }) => value)).toEqual(['__proto__'])
  expect((await of('constructor'))?.map(({ value }) => value)).toEqual([null])
})
