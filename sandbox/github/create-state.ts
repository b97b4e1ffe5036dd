import { exportJWK, generateKeyPair } from 'jose'
import { noFaults } from './state/fault-schedule.ts'
import type { GithubState } from './state/state.ts'

export const createGithubState = async (
  given: Pick<GithubState, 'dialect' | 'directory' | 'urls' | 'now' | 'log'>,
): Promise<GithubState> => {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const kid = 'sandbox-signing-key'
  // GitHub's ids are large and unrelated to each other. A high start keeps an id from being taken for a number.
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
      // The id of github-actions[bot] on github.com.
      { id: 41_898_282, login: 'github-actions[bot]', type: 'Bot', createdAt: given.now() },
      { id: 583_231, login: 'octo-admin', type: 'User', createdAt: given.now() },
    ],
    repositories: new Map(),
    apps: [],
    installations: new Map(),
    tokens: new Map(),
    requests: [],
    deliveries: [],
    pendingDeliveries: new Set(),
    children: new Set(),
    closing: new AbortController(),
    onQueuedRun: [],
    orderedFaults: [],
    holds: new Set(),
    faultSchedule: noFaults(),
  }
}
