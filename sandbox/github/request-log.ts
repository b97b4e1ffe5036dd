import type { Credential } from './model.ts'

/** One request that reached this GitHub, kept so that tests can count calls. */
export interface RequestRecord {
  readonly surface: 'rest' | 'git' | 'oidc' | 'web'
  readonly method: string
  /** Path and query, without the host and without the Enterprise Server prefix. */
  readonly path: string
  /** 0: no answer was given. */
  readonly status: number
  readonly credential: Credential['kind']
  readonly at: Date
}
