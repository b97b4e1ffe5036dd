import type { ChildProcess } from 'node:child_process'
import type { CryptoKey, JWK } from 'jose'
import { exportJWK, generateKeyPair } from 'jose'
import { type FaultSchedule, noFaults } from './fault-schedule.ts'
import type { PendingHold } from './hold-request.ts'
import type { Account, App, Installation, Repository, TokenCredential } from './model.ts'
import type { RequestRecord } from './request-log.ts'
import type { Fault } from './rest/faults.ts'
import type { Delivery } from './webhooks/delivery.ts'
import type { QueuedRun } from './workflows/queued-run.ts'

export type Dialect = 'github' | 'enterprise'

/** Everything the parts of one GitHub share, handed to each as its first argument. */
export interface GithubState {
  readonly dialect: Dialect
  readonly directory: string
  readonly urls: { readonly server: string; readonly api: string; readonly oidc: string }
  readonly now: () => Date
  readonly log: (line: string) => void
  readonly nextId: () => number
  readonly signing: { readonly privateKey: CryptoKey; readonly publicJwk: JWK; readonly kid: string }
  readonly accounts: Account[]
  readonly repositories: Map<number, Repository>
  readonly apps: App[]
  readonly installations: Map<number, Installation>
  readonly tokens: Map<string, TokenCredential>
  readonly requests: RequestRecord[]
  readonly faults: Fault[]
  readonly deliveries: Delivery[]
  readonly pendingDeliveries: Set<Promise<void>>
  readonly children: Set<ChildProcess>
  readonly closing: AbortController
  readonly onQueuedRun: ((run: QueuedRun) => void)[]
  readonly holds: Set<PendingHold>
  readonly weather: FaultSchedule
}

export const createGithubState = async (
  given: Pick<GithubState, 'dialect' | 'directory' | 'urls' | 'now' | 'log'>,
): Promise<GithubState> => {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const kid = 'sandbox-signing-key'
  // GitHub's ids are large and unrelated to each other; starting high keeps an id from passing for a number.
  let id = 7_000_000
  return {
    ...given,
    nextId: () => {
      id += 13
      return id
    },
    signing: {
      privateKey,
      publicJwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' },
      kid,
    },
    accounts: [
      // The id that github-actions[bot] has on github.com.
      { id: 41_898_282, login: 'github-actions[bot]', type: 'Bot', createdAt: given.now() },
      { id: 583_231, login: 'octo-admin', type: 'User', createdAt: given.now() },
    ],
    repositories: new Map(),
    apps: [],
    installations: new Map(),
    tokens: new Map(),
    requests: [],
    faults: [],
    deliveries: [],
    pendingDeliveries: new Set(),
    children: new Set(),
    closing: new AbortController(),
    onQueuedRun: [],
    holds: new Set(),
    weather: noFaults(),
  }
}
