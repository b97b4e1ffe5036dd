import { collectDefaultMetrics, Registry } from '@prometheus-io/client'
import type { Store } from '../store/store.ts'
import { githubMetrics } from './github-metrics.ts'
import { httpMetrics } from './http-metrics.ts'
import type { Metrics } from './metrics-port.ts'
import { storeMetrics } from './store-metrics.ts'
import { writeMetrics } from './write-metrics.ts'

/**
 * Counters are of what this process did, so that the sum over several processes on one store is right; `prentice_runs`
 * and `prentice_due_lag_seconds` are read from the store they share, and are the same in each.
 */
export function createMetrics(deps: { readonly store: Store; readonly now: () => number }): Metrics {
  const registry = new Registry()
  // CPU, memory, event loop and garbage collection, under the names that every Node program has.
  collectDefaultMetrics({ register: registry })
  storeMetrics(registry, deps)
  return {
    ...httpMetrics(registry),
    ...githubMetrics(registry),
    ...writeMetrics(registry),
    async render() {
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}
