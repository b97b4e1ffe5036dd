import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import type { Commit, Entry, OpenedStore } from '../../../src/app/store/store.ts'
import { assertAsyncProperty } from '../../support/random.ts'
import { describeEachStore } from '../../support/stores/stores.ts'

/** Few keys, so that commits conflict, some of them in a listed family and with bytes that a locale would reorder. */
const keys = ['due/1', 'due/10', 'due/é', 'due/\uffff', 'due/\u{1f600}', 'due/A', 'job/1', 'job/2'] as const
const key = fc.constantFrom(...keys)
const value = fc.constantFrom('', 'a', 'b', '|', '0|', 'x\u0000y')
const delay = fc.option(fc.integer({ min: -5, max: 20 }), { nil: undefined })
const commit = fc.record({
  checks: fc.array(fc.record({ key, value: fc.option(value, { nil: null }) }), { maxLength: 2 }),
  set: fc.array(fc.record({ key, value, delay }), { maxLength: 3 }),
  del: fc.array(key, { maxLength: 2 }),
})
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('commit' as const),
      commits: fc.array(commit, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 15 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('sweep' as const), limit: fc.integer({ min: 1, max: 3 }) }),
  },
)

/** What a store holds, in the simplest way. */
class Model {
  readonly entries = new Map<string, { value: string; expiresAt: number | undefined }>()
  get(name: string, now: number): string | undefined {
    const entry = this.entries.get(name)
    return entry === undefined || (entry.expiresAt ?? Number.POSITIVE_INFINITY) <= now
      ? undefined
      : entry.value
  }
  commit({ checks = [], set = [], del = [] }: Commit, now: number): boolean {
    if (!checks.every((check) => (this.get(check.key, now) ?? null) === check.value)) return false
    for (const write of set) this.entries.set(write.key, { value: write.value, expiresAt: write.expiresAt })
    for (const name of del) this.entries.delete(name)
    return true
  }
  list(now: number): Entry[] {
    return [...this.entries.keys()]
      .filter((name) => name.startsWith('due/'))
      .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
      .flatMap((name) => {
        const held = this.get(name, now)
        return held === undefined ? [] : [{ key: name, value: held }]
      })
  }
}

async function pages(store: OpenedStore, limit: number): Promise<Entry[]> {
  const found: Entry[] = []
  for (let after: string | undefined; ; ) {
    const page = await store.list({ prefix: 'due/', limit, ...(after !== undefined && { after }) })
    found.push(...page)
    after = page.at(-1)?.key
    if (after === undefined || page.length < limit) return found
  }
}

describeEachStore((kind) => {
  it('agrees with the model after every step of a random history', async () => {
    let now = 1_000_000
    const store = await openStore(await kind.newDatabase(), { now: () => now })
    const history = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const model = new Model()
      await store.commit({ del: keys })
      for (const one of steps) {
        if (one.kind === 'wait') now += one.ms
        else if (one.kind === 'sweep') await store.sweep(now, one.limit)
        else {
          const commits: Commit[] = one.commits.map(({ set, ...rest }) => ({
            ...rest,
            set: set.map(({ delay: ms, ...write }) => ({
              ...write,
              ...(ms !== undefined && { expiresAt: now + ms }),
            })),
          }))
          const outcomes = await Promise.all(commits.map((each) => store.commit(each)))
          expect(outcomes).toEqual(commits.map((each) => model.commit(each, now)))
        }
        expect(await store.getMany(keys)).toEqual(keys.map((name) => model.get(name, now)))
        expect(await pages(store, 2)).toEqual(model.list(now))
      }
    })
    await assertAsyncProperty(history, { numRuns: 40 })
    await store.close()
  })
})
