import type { RegisteredApp } from '../github/accounts/register-app.ts'

export interface AppSetting {
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
 * What an operator sets, and nothing of the host's: its proxy variables, say, would lead the app away from loopback.
 */
export const appEnvironment = (setting: AppSetting): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  APP_ID: String(setting.app.appId),
  PRIVATE_KEY: setting.app.privateKeyPem,
  WEBHOOK_SECRET: setting.webhookSecret,
  PUBLIC_URL: setting.baseUrl,
  HOST: '127.0.0.1',
  PORT: String(setting.port),
  DATABASE_URL: setting.databaseUrl,
  ALLOWED_ACCOUNTS: setting.account,
  DEFAULT_MODEL: setting.model,
  GITHUB_SERVER_URL: setting.github.serverUrl,
  GITHUB_API_URL: setting.github.apiUrl,
  GITHUB_OIDC_ISSUER: setting.github.oidcIssuer,
  LOG_LEVEL: 'warn',
})
