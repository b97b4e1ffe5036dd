import { generateKeyPairSync } from 'node:crypto'
import type { App, Permissions } from '../model.ts'
import type { GithubState } from '../state.ts'
import { accountNamed, createAccount } from './accounts.ts'

export interface AppRegistration {
  readonly slug: string
  /** Empty: the app has no webhook (yet). */
  readonly webhookUrl: string
  readonly webhookSecret: string
  readonly permissions: Permissions
  readonly events: readonly string[]
}

export interface RegisteredApp {
  readonly appId: number
  readonly clientId: string
  readonly privateKeyPem: string
  readonly botId: number
}

export const registerApp = (hub: GithubState, registration: AppRegistration): RegisteredApp => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    // GitHub hands out PKCS#1, which is not what most libraries expect.
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  const app: App = {
    ...registration,
    id: hub.nextId(),
    clientId: `Iv23li${registration.slug.replaceAll('-', '')}`,
    hookId: hub.nextId(),
    owner: accountNamed(hub, 'octo-admin'),
    bot: createAccount(hub, { login: `${registration.slug}[bot]`, type: 'Bot' }),
    publicKeyPem: publicKey,
    permissions: { metadata: 'read', ...registration.permissions },
    createdAt: hub.now(),
  }
  hub.apps.push(app)
  return { appId: app.id, clientId: app.clientId, privateKeyPem: privateKey, botId: app.bot.id }
}
