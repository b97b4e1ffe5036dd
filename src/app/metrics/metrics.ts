import { Registry } from '@prometheus-io/client'
import type { GithubCall } from '../github/report-calls.ts'
import type { Store, Write } from '../store/store.ts'
import { githubMetrics } from './github-metrics.ts'
import { httpMetrics } from './http-metrics.ts'
import { processMetrics } from './process-metrics.ts'
import { storeMetrics } from './store-metrics.ts'
import { writeMetrics } from './write-metrics.ts'

/** What the parts of this process tell of their work, and how an operator reads it. */
export interface Metrics {
  request(route: string, method: string, status: number): void
  webhook(event: string, outcome: string): void
  streams(open: number): void
  asked(call: GithubCall): void
  wrote(writes: readonly Write[]): void
  /** In the text format of Prometheus. */
  render(): Promise<{ readonly contentType: string; readonly text: string }>
}

/**
 * Counters are of what this process did, so that the sum over several processes on one store is right; `prentice_runs`
 * and `prentice_due_lag_seconds` are read from the store they share, and are the same in each.
 */
export function createMetrics(deps: { readonly store: Store; readonly now: () => number }): Metrics {
  const registry = new Registry()
  processMetrics(registry)
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
