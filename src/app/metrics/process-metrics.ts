import { collectDefaultMetrics, type Registry } from '@prometheus-io/client'

/** CPU, memory, event loop and garbage collection, under the names that every Node program has. */
export const processMetrics = (registry: Registry): void => collectDefaultMetrics({ register: registry })
