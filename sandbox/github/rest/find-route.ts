import type { Route } from './route.ts'

/** GitHub accepts unescaped slashes in these parameters. */
const GREEDY = new Set(['path', 'ref', 'branch', 'basehead'])

const pattern = (route: Route): RegExp =>
  new RegExp(
    `^${route.path.replace(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>${GREEDY.has(name) ? '.+' : '[^/]+'})`)}$`,
  )

export interface Found {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

/** Finds the route of an undecoded path and decodes its parameters. Longer templates win. */
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
