import type { Manifest } from '../config/read-manifest.ts'
import type { AppInspection, RegisteredApp } from '../github/rest/inspect-app.ts'
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

/** Permissions that later versions added, and what does not work without. */
const OPTIONAL: ReadonlyMap<string, string> = new Map([
  ['checks', 'commits have no check run'],
  ['issues', 'comments on issues and labels start no jobs'],
])

const LEVELS = ['read', 'write', 'admin']

/** What an operator may add to the registration: docs/permissions.md. */
const ADDITIONAL: Readonly<Record<string, string>> = { workflows: 'write' }

function judgePermissions({ permissions }: RegisteredApp, manifest: Manifest, page: string): Finding {
  const level = (name: string): number => LEVELS.indexOf(permissions[name] ?? '')
  const needed = Object.entries(manifest.default_permissions)
  const missing = needed.filter(([name, needs]) => level(name) < LEVELS.indexOf(needs))
  const list = missing.map(([name, needs]) => `${name}: ${needs}`).join(', ')
  const remedy = `grant it on ${page}, and accept that in each installation`
  if (missing.some(([name]) => !OPTIONAL.has(name)))
    return fail('permissions', `the App lacks ${list}`, remedy)
  if (missing.length > 0) {
    const without = missing.map(([name]) => OPTIONAL.get(name)).join('; ')
    return warn('permissions', `the App lacks ${list}: ${without}`, remedy)
  }
  const others = Object.keys(permissions).filter(
    (name) => level(name) > LEVELS.indexOf(manifest.default_permissions[name] ?? ADDITIONAL[name] ?? ''),
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
