import { collectDefaultMetrics, Registry } from '@prometheus-io/client'
import type { GithubCall } from '../github/call-observer.ts'
import type { Space } from '../store/observe-commits.ts'
import type { Store, Write } from '../store/store.ts'
import { githubMetrics } from './github-metrics.ts'
import { httpMetrics } from './http-metrics.ts'
import { storeMetrics } from './store-metrics.ts'
import { writeMetrics } from './write-metrics.ts'

/** What the parts of this process report about their work, and how it is rendered. */
export interface Metrics {
  request(route: string, method: string, status: number): void
  webhook(event: string, outcome: string): void
  streams(open: number): void
  githubCall(call: GithubCall): void
  /** Entries that this process has written. */
  writes(writes: readonly Write[]): void
  /** In the text format of Prometheus. */
  render(): Promise<{ readonly contentType: string; readonly text: string }>
}

/**
 * Counters count what this process did, so they can be summed over several processes on one store. `prentice_runs` and
 * `prentice_due_lag_seconds` are read from the shared store and are the same in all of them.
 */
export function createMetrics(measured: {
  readonly store: Store
  readonly space: Space
  readonly now: () => number
}): Metrics {
  const registry = new Registry()
  // CPU, memory, event loop and garbage collection, under the standard names of Node.
  collectDefaultMetrics({ register: registry })
  storeMetrics(registry, measured)
  return {
    ...httpMetrics(registry),
    githubCall: githubMetrics(registry),
    writes: writeMetrics(registry),
    async render() {
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}
