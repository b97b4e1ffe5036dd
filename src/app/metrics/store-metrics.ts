import { Gauge, type Registry } from '@prometheus-io/client'
import { WORK_STATES } from '../records/job-commit.ts'
import { keySpace, parseQueueKey } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'

const PAGE = 500
/** Index entries counted in one look; a place with more has other worries than their exact number. */
const MOST_PAGES = 40

/** Read when somebody asks, from the index of what is due alone: it is as long as the work under way. */
export function storeMetrics(
  registry: Registry,
  { store, now }: { readonly store: Store; readonly now: () => number },
): void {
  new Gauge({
    name: 'prentice_runs',
    help: 'Runs now by state; `waiting` are queued and have found no place of their project, `cleanup` have ended here and not on GitHub yet.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const counts = await countWork(store)
      for (const state of WORK_STATES) this.set({ state }, counts.get(JSON.stringify(state)) ?? 0)
    },
  })
  new Gauge({
    name: 'prentice_due_lag_seconds',
    help: 'How long the most overdue step waits already. Seconds are normal, minutes are not.',
    registers: [registry],
    async collect() {
      const [first] = await store.list({ prefix: keySpace.due(), limit: 1 })
      const due = first === undefined ? null : parseQueueKey(first.key)
      this.set(due === null ? 0 : Math.max(0, now() - due.at) / 1_000)
    },
  })
}

/** By what the entries say. In portions, between which others are served. */
async function countWork(store: Store): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  let after = ''
  for (let page = 0; page < MOST_PAGES; page++) {
    const entries = await store.list({ prefix: keySpace.due(), limit: PAGE, ...(after !== '' && { after }) })
    for (const { value } of entries) counts.set(value, (counts.get(value) ?? 0) + 1)
    after = entries.at(-1)?.key ?? ''
    if (entries.length < PAGE) break
  }
  return counts
}
