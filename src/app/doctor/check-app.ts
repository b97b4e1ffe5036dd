import type { Config } from '../config/config.ts'
import type { Manifest } from '../config/registration.ts'
import type { AppInspection, Delivery, RegisteredApp, Webhook } from '../github/rest/inspect-app.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

/** GitHub accepts the App's key, and the App is registered as app.yml says. */
export async function checkApp(
  github: Pick<AppInspection, 'readApp'>,
  manifest: Manifest,
  settings: string,
): Promise<Finding[]> {
  const app = await github.readApp()
  return [
    ok('credentials', `GitHub knows this server as the App ${app.slug}`),
    judgePermissions(app, manifest, `${settings}/apps/${app.slug}/permissions`),
    judgeEvents(app, manifest, `${settings}/apps/${app.slug}/permissions`),
  ]
}

/** What an operator may add to the registration: docs/permissions.md. */
const ADDITIONAL: Readonly<Record<string, string>> = { workflows: 'write' }

function judgePermissions(
  { permissions: granted }: RegisteredApp,
  manifest: Manifest,
  page: string,
): Finding {
  const needed = manifest.default_permissions
  const todo = `grant it on ${page}, and accept that in each installation`
  const missing = judgeGranted({ who: 'the App', granted, needed, todo })
  if (missing !== null) return missing
  const others = Object.keys(granted).filter(
    (name) => levelOf(granted[name]) > levelOf(needed[name] ?? ADDITIONAL[name]),
  )
  return others.length === 0
    ? ok('permissions', 'they are those of app.yml')
    : warn('permissions', `the App has more than it needs (${others.join(', ')})`, `take it away on ${page}`)
}

function judgeEvents({ events }: RegisteredApp, manifest: Manifest, page: string): Finding {
  const missing = manifest.default_events.filter((name) => !events.includes(name))
  return missing.length === 0
    ? ok('events', 'the App subscribes to those of app.yml')
    : warn(
        'events',
        `the App does not subscribe to ${missing.join(', ')}`,
        `subscribe on ${page}; without, things are noticed late`,
      )
}

/** Permissions that later versions added, and what does not work without. */
const OPTIONAL: ReadonlyMap<string, string> = new Map([
  ['checks', 'commits have no check run'],
  ['issues', 'comments on issues and labels start no jobs, and jobs have no comment'],
  [
    'members',
    'owners of the organisation cannot manage its API keys in the dashboard, and `triggers.teams` has no effect',
  ],
])

const LEVELS = ['read', 'write', 'admin']

const levelOf = (level: string | undefined): number => LEVELS.indexOf(level ?? '')

interface PermissionsView {
  /** `the App` or the account of an installation. */
  readonly who: string
  readonly granted: Readonly<Record<string, string>>
  readonly needed: Readonly<Record<string, string>>
  readonly todo: string
}

/** The permissions that are missing; `null`: none. */
export function judgeGranted({ who, granted, needed, todo }: PermissionsView): Finding | null {
  const missing = Object.entries(needed).filter(([name, level]) => levelOf(granted[name]) < levelOf(level))
  if (missing.length === 0) return null
  const list = missing.map(([name, level]) => `${name}: ${level}`).join(', ')
  if (missing.some(([name]) => !OPTIONAL.has(name))) return fail('permissions', `${who} lacks ${list}`, todo)
  const without = missing.map(([name]) => OPTIONAL.get(name)).join('; ')
  return warn('permissions', `${who} lacks ${list}: ${without}`, todo)
}

/** GitHub sends webhooks to this server, and they arrive. */
export async function checkWebhook(
  github: Pick<AppInspection, 'readWebhook' | 'listDeliveries'>,
  publicUrl: string,
): Promise<Finding[]> {
  const webhook = judgeWebhook(await github.readWebhook(), `${publicUrl}/api/github/webhooks`)
  return [webhook, judgeDeliveries(await github.listDeliveries())]
}

const PLACE = 'on the settings page of the App'

function judgeWebhook(webhook: Webhook | null, expected: string): Finding {
  if (webhook === null)
    return fail(
      'webhook',
      'the App has no webhook',
      `activate it and set the Webhook URL to ${expected} ${PLACE}`,
    )
  const { url, contentType, hasSecret, isInsecure } = webhook
  if (url === '')
    return fail('webhook', 'GitHub sends no webhooks', `set the Webhook URL to ${expected} ${PLACE}`)
  if (url.replace(/\/$/, '') !== expected)
    return fail(
      'webhook',
      `GitHub sends to ${url}`,
      `set the Webhook URL to ${expected} ${PLACE}, or correct PUBLIC_URL`,
    )
  if (!hasSecret) return fail('webhook', 'it has no secret', `set the one of WEBHOOK_SECRET ${PLACE}`)
  if (contentType !== 'json')
    return fail(
      'webhook',
      `its content type is ${contentType || 'form'}`,
      'set it to application/json through the API',
    )
  if (isInsecure)
    return warn('webhook', 'GitHub does not check the certificate', `enable SSL verification ${PLACE}`)
  return ok('webhook', `GitHub sends to ${url}`)
}

const HINTS: Readonly<Record<number, string>> = {
  400: 'the secret differs from WEBHOOK_SECRET',
  401: 'something in front of the server asks for a password',
  403: 'something in front of the server refuses GitHub',
  404: 'something in front of the server leads elsewhere',
  500: 'look for the delivery in the log of the server',
  502: 'the proxy does not reach the server',
  503: 'the server or its database was down',
  504: 'the proxy waited in vain for the server',
}

function judgeDeliveries(deliveries: readonly Delivery[]): Finding {
  const [latest] = deliveries
  if (latest === undefined)
    return warn(
      'deliveries',
      'GitHub has sent nothing yet',
      'install the App, or push something, and look again',
    )
  const failed = deliveries.filter(({ statusCode }) => statusCode < 200 || statusCode > 299)
  if (failed.length === 0) return ok('deliveries', `the last ${deliveries.length} arrived`)
  const [last = latest] = failed
  const why =
    HINTS[last.statusCode] ?? 'GitHub must reach this server from the internet, or from its own network'
  const text = `${failed.length} of the last ${deliveries.length} failed, the latest with ${last.statusCode || 'no answer'} (${last.status}) at ${last.at.toISOString()}`
  return last === latest ? fail('deliveries', text, why) : warn('deliveries', text, why)
}

/** Whether people can sign in to the dashboard. */
export async function checkDashboard(
  github: Pick<AppInspection, 'readApp'>,
  { clientId, clientSecret, publicUrl }: Pick<Config, 'clientId' | 'clientSecret' | 'publicUrl'>,
  settings: string,
): Promise<Finding[]> {
  const app = await github.readApp()
  const page = `${settings}/apps/${app.slug}`
  if (clientSecret !== null && (clientId ?? app.clientId) === null)
    return [
      warn(
        'dashboard',
        'nobody can sign in, because GitHub does not tell the client id of the App',
        `set CLIENT_ID to the Client ID on ${page}`,
      ),
    ]
  if (clientSecret !== null) return [ok('dashboard', `people sign in at ${publicUrl}/dashboard`)]
  const todo = `generate a client secret on ${page}, add the callback URL ${publicUrl}/dashboard/callback there, and set CLIENT_SECRET`
  return [warn('dashboard', 'nobody can sign in, because CLIENT_SECRET is not set', todo)]
}
