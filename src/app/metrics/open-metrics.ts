import type { Config } from '../config/config.ts'
import { createMetrics } from './metrics.ts'
import type { Metrics } from './metrics-port.ts'
import { startMetricsServer } from './metrics-server.ts'
import type { StoreMetricsDeps } from './store-metrics.ts'

export interface OpenMetrics {
  /** `null`: metrics are off, and nothing is measured. */
  readonly metrics: Metrics | null
  /** Starts the separate listener, if one is configured. Resolves to what stops it. */
  listen(): Promise<() => Promise<void>>
}

/** Metrics are off unless METRICS_PORT or METRICS_TOKEN is set. */
export function openMetrics({ host, port, token }: Config['metrics'], deps: StoreMetricsDeps): OpenMetrics {
  const metrics = port === null && token === null ? null : createMetrics(deps)
  return {
    metrics,
    async listen() {
      if (metrics === null || port === null) return async () => {}
      return (await startMetricsServer(metrics, { host, port, token })).close
    },
  }
}
