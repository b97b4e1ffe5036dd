import type { Credential } from './credential.ts'

/** One request that reached this GitHub, kept so that tests can count requests. */
export interface RequestRecord {
  readonly surface: 'rest' | 'git' | 'oidc' | 'web'
  readonly method: string
  /** Path and query, without the host and without the prefix of Enterprise Server. */
  readonly path: string
  /** 0: no response was sent. */
  readonly status: number
  readonly credential: Credential['kind']
  /** `X-GitHub-Api-Version` of a REST request. */
  readonly apiVersion?: string | null
  readonly userAgent?: string | null
  readonly at: Date
}

/** One webhook that this GitHub sent, or the reason why it was not sent. */
export interface Delivery {
  readonly guid: string
  readonly event: string
  readonly action: string | null
  readonly appId: number
  readonly payload: Readonly<Record<string, unknown>>
  readonly at: Date
  /** `null` until the receiver responds. */
  statusCode: number | null
  error: string | null
}
