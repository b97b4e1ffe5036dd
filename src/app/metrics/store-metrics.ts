import { Counter, Gauge, type Registry } from '@prometheus-io/client'
import { WORK_STATES } from '../records/job-commit.ts'
import { keySpace } from '../store/key-space.ts'
import type { Space } from '../store/observe-commits.ts'
import { parseQueueKey } from '../store/read-key.ts'
import type { Store } from '../store/store.ts'

const PAGE = 500
/** Most pages of entries that are counted; beyond 20,000 the exact number does not matter. */
const MAX_PAGES = 40

/** Read when metrics are rendered, from the due queue alone: it is as long as the open work. */
export function storeMetrics(
  registry: Registry,
  { store, space, now }: { readonly store: Store; readonly space: Space; readonly now: () => number },
): void {
  new Gauge({
    name: 'prentice_store_full',
    help: '1 if the last write of this process failed because the database has no space left, otherwise 0.',
    registers: [registry],
    collect() {
      this.set(space.fullPart() === null ? 0 : 1)
    },
  })
  new Counter({
    name: 'prentice_store_full_writes_total',
    help: 'Writes of this process that failed because the database has no space left.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(space.refusedWrites())
    },
  })
  new Gauge({
    name: 'prentice_runs',
    help: 'Current runs by state: `waiting` are queued until their project has a free slot, `cleanup` have ended here, but not yet on GitHub.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const counts = await countWork(store)
      for (const state of WORK_STATES) this.set({ state }, counts.get(JSON.stringify(state)) ?? 0)
    },
  })
  new Gauge({
    name: 'prentice_due_lag_seconds',
    help: 'Delay of the most overdue job. Seconds are normal; minutes indicate a problem.',
    registers: [registry],
    async collect() {
      const [first] = await store.list({ prefix: keySpace.due(), limit: 1 })
      const due = first === undefined ? null : parseQueueKey(first.key)
      this.set(due === null ? 0 : Math.max(0, now() - due.at) / 1_000)
    },
  })
}

/** By the values of the entries, in pages, between which requests are handled. */
async function countWork(store: Store): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  let after = ''
  for (let page = 0; page < MAX_PAGES; page++) {
    const entries = await store.list({ prefix: keySpace.due(), limit: PAGE, ...(after !== '' && { after }) })
    for (const { value } of entries) counts.set(value, (counts.get(value) ?? 0) + 1)
    after = entries.at(-1)?.key ?? ''
    if (entries.length < PAGE) break
  }
  return counts
}
