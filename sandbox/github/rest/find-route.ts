import type { Route } from './route.ts'

/** GitHub takes slashes in these unescaped. */
const GREEDY = new Set(['path', 'ref', 'branch', 'basehead'])

const pattern = (route: Route): RegExp =>
  new RegExp(
    `^${route.path.replace(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>${GREEDY.has(name) ? '.+' : '[^/]+'})`)}$`,
  )

export interface Found {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

/** Finds the route for an undecoded path; parameters come back decoded. Longer templates win. */
export const routeFinder = (routes: readonly Route[]): ((method: string, path: string) => Found | null) => {
  const table = routes
    .map((route) => ({ route, pattern: pattern(route) }))
    .sort((a, b) => b.route.path.length - a.route.path.length)
  return (method, path) => {
    for (const { route, pattern } of table) {
      if (route.method !== method) continue
      const match = pattern.exec(path)
      if (match) return { route, params: decoded(match.groups ?? {}) }
    }
    return null
  }
}

const decoded = (groups: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]))
