import { type Finding, fail, warn } from './finding.ts'

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

export const levelOf = (level: string | undefined): number => LEVELS.indexOf(level ?? '')

export interface PermissionsView {
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
