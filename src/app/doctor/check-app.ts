import type { Manifest } from '../config/registration.ts'
import type { AppInspection, RegisteredApp } from '../github/rest/inspect-app.ts'
import { type Finding, ok, warn } from './finding.ts'
import { judgeGranted, levelOf } from './judge-granted.ts'

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
