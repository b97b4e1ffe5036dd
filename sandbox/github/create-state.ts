import { exportJWK, generateKeyPair } from 'jose'
import { sealingKeyOf } from './secrets/open-sealed-box.ts'
import { noFaults } from './state/fault-schedule.ts'
import type { GithubState } from './state/state.ts'

const SIGNING_KEY_ID = 'sandbox-signing-key'

const makeSigningKey = async (): Promise<GithubState['signing']> => {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const publicJwk = { ...(await exportJWK(publicKey)), kid: SIGNING_KEY_ID, alg: 'RS256', use: 'sig' }
  return { privateKey, publicJwk, kid: SIGNING_KEY_ID }
}
/** Nothing in the sandbox is a secret. */
const SEALING_KEY = Buffer.alloc(32, 'sandbox')

let signingKey: Promise<GithubState['signing']> | undefined

/** A GitHub without repositories. All GitHubs of a process sign with one key, since making one takes long. */
export const createGithubState = async (
  given: Pick<GithubState, 'dialect' | 'directory' | 'urls' | 'now' | 'log'>,
): Promise<GithubState> => {
  signingKey ??= makeSigningKey()
  // GitHub's ids are large and unrelated to each other. A high start keeps an id from being taken for a number.
  let id = 7_000_000
  return {
    ...given,
    nextId: () => {
      id += 13
      return id
    },
    signing: await signingKey,
    sealing: { id: '568250167242549743', ...sealingKeyOf(SEALING_KEY) },
    accounts: [
      // The id of github-actions[bot] on github.com.
      { id: 41_898_282, login: 'github-actions[bot]', type: 'Bot', createdAt: given.now() },
      { id: 583_231, login: 'octo-admin', type: 'User', createdAt: given.now() },
    ],
    repositories: new Map(),
    apps: [],
    teams: new Map(),
    manifestCodes: new Map(),
    signInCodes: new Map(),
    refreshTokens: new Map(),
    attachments: new Map(),
    signedAttachments: new Map(),
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
