import type { Origin } from './job.ts'

/**
 * Whether a prompt came over HTTP, from an API key or the dashboard, so that nobody has published it. `undefined`: the
 * origin is not recorded, and the prompt may have come over HTTP.
 */
export const isAskedOverHttp = (origin: Origin | undefined): boolean =>
  origin === undefined || origin.kind === 'key' || (origin.kind === 'actor' && origin.via === 'dashboard')
