import { Gauge, type Registry } from '@prometheus-io/client'
import { keySpace, parseDue } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'

/** Index entries counted in one look; a place with more has other worries than their exact number. */
const MOST_COUNTED = 10_000

/** Read when somebody asks, from the indexes alone: two ranges as long as the work under way, and one entry. */
export function storeMetrics(
  registry: Registry,
  { store, now }: { readonly store: Store; readonly now: () => number },
): void {
  const count = async (prefix: string): Promise<number> =>
    (await store.list({ prefix, limit: MOST_COUNTED })).length
  new Gauge({
    name: 'prentice_runs',
    help: 'Runs now: under_way from their dispatch to their end, waiting for a place of their project.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.set({ state: 'under_way' }, await count(keySpace.slots()))
      this.set({ state: 'waiting' }, await count(keySpace.waiting()))
    },
  })
  new Gauge({
    name: 'prentice_due_lag_seconds',
    help: 'How long the most overdue step waits already. Seconds are normal, minutes are not.',
    registers: [registry],
    async collect() {
      const [first] = await store.list({ prefix: keySpace.due(), limit: 1 })
      const due = first === undefined ? null : parseDue(first.key)
      this.set(due === null ? 0 : Math.max(0, now() - due.at) / 1_000)
    },
  })
}
