import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { App, Permissions } from '../state/account.ts'
import type { GithubState } from '../state/state.ts'
import { accountNamed, createAccount } from './accounts.ts'

export interface AppRegistration {
  readonly slug: string
  /** Empty: the app has no webhook (yet). */
  readonly webhookUrl: string
  readonly webhookSecret: string
  readonly permissions: Permissions
  readonly events: readonly string[]
  readonly callbackUrls?: readonly string[]
  readonly setupUrl?: string | undefined
  /** Whether accounts other than the owner can install it; default: they can. */
  readonly isPublic?: boolean
  /** Login of the account that owns the app; default: the administrator. */
  readonly owner?: string
}

export interface RegisteredApp {
  readonly appId: number
  readonly clientId: string
  readonly clientSecret: string
  readonly privateKeyPem: string
  readonly botId: number
}

const makeKeyPair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    // GitHub issues PKCS#1 keys, which most libraries do not expect.
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
const keyPairs: ReturnType<typeof makeKeyPair>[] = []

/** Apps of one GitHub have different keys. All GitHubs of a process use the same ones, since making one takes long. */
function keyPairAt(index: number): ReturnType<typeof makeKeyPair> {
  const pair = keyPairs[index] ?? makeKeyPair()
  keyPairs[index] = pair
  return pair
}

export const registerApp = (state: GithubState, registration: AppRegistration): RegisteredApp => {
  const { publicKey, privateKey } = keyPairAt(state.apps.length)
  const app: App = {
    ...registration,
    id: state.nextId(),
    clientId: `Iv23li${registration.slug.replaceAll('-', '')}`,
    clientSecret: randomBytes(20).toString('hex'),
    callbackUrls: registration.callbackUrls ?? [],
    setupUrl: registration.setupUrl ?? null,
    isPublic: registration.isPublic ?? true,
    hookId: state.nextId(),
    owner: accountNamed(state, registration.owner ?? 'octo-admin'),
    bot: createAccount(state, { login: `${registration.slug}[bot]`, type: 'Bot' }),
    publicKeyPem: publicKey,
    permissions: { metadata: 'read', ...registration.permissions },
    createdAt: state.now(),
  }
  state.apps.push(app)
  const { id: appId, clientId, clientSecret } = app
  return { appId, clientId, clientSecret, privateKeyPem: privateKey, botId: app.bot.id }
}
