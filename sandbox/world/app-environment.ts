import type { RegisteredApp } from '../github/accounts/register-app.ts'
import { SANDBOX_ACTION } from '../runner/runner-options.ts'

export interface AppSettings {
  readonly app: RegisteredApp
  readonly webhookSecret: string
  readonly baseUrl: string
  readonly port: number
  readonly databaseUrl: string
  readonly account: string
  readonly model: string
  readonly github: { readonly serverUrl: string; readonly apiUrl: string; readonly oidcIssuer: string }
}

/**
 * The variables that an operator sets, without those of the host: proxy variables, for example, would send the app's
 * requests off loopback.
 */
export const appEnvironment = (settings: AppSettings): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  APP_ID: String(settings.app.appId),
  PRIVATE_KEY: settings.app.privateKeyPem,
  WEBHOOK_SECRET: settings.webhookSecret,
  CLIENT_SECRET: settings.app.clientSecret,
  PUBLIC_URL: settings.baseUrl,
  HOST: '127.0.0.1',
  PORT: String(settings.port),
  DATABASE_URL: settings.databaseUrl,
  // Fixed, because a database may be kept.
  ...(!settings.databaseUrl.startsWith('sqlite:') && { KEY_PEPPER: 'not a secret: this is the sandbox' }),
  ALLOWED_ACCOUNTS: settings.account,
  DEFAULT_MODEL: settings.model,
  ACTION_REF: SANDBOX_ACTION,
  GITHUB_SERVER_URL: settings.github.serverUrl,
  GITHUB_API_URL: settings.github.apiUrl,
  GITHUB_OIDC_ISSUER: settings.github.oidcIssuer,
  LOG_LEVEL: 'warn',
})
