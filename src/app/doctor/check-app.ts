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

const LEVELS = ['read', 'write', 'admin']

function judgePermissions({ permissions }: RegisteredApp, manifest: Manifest, page: string): Finding {
  const level = (name: string): number => LEVELS.indexOf(permissions[name] ?? '')
  const needed = Object.entries(manifest.default_permissions)
  const missing = needed.filter(([name, needs]) => level(name) < LEVELS.indexOf(needs))
  if (missing.length > 0) {
    const list = missing.map(([name, needs]) => `${name}: ${needs}`).join(', ')
    return fail(
      'permissions',
      `the App lacks ${list}`,
      `grant it on ${page}, and accept that in each installation`,
    )
  }
  const others = Object.keys(permissions).filter(
    (name) => level(name) > LEVELS.indexOf(manifest.default_permissions[name] ?? ''),
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
