import { collectDefaultMetrics, Registry } from '@prometheus-io/client'
import { githubMetrics } from './github-metrics.ts'
import { httpMetrics } from './http-metrics.ts'
import type { Metrics } from './metrics-port.ts'
import { type StoreMetricsDeps, storeMetrics } from './store-metrics.ts'
import { writeMetrics } from './write-metrics.ts'

/**
 * Counters count what this process did, so they can be summed over several processes on one store. `prentice_runs` and
 * `prentice_due_lag_seconds` are read from the shared store and are the same in all of them.
 */
export function createMetrics(deps: StoreMetricsDeps): Metrics {
  const registry = new Registry()
  // CPU, memory, event loop and garbage collection, under the standard names of Node.
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
