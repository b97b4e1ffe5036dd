import type { Route } from './route.ts'

/** GitHub accepts unescaped slashes in these parameters. */
const GREEDY = new Set(['path', 'ref', 'branch', 'basehead'])

const pattern = (route: Route): RegExp =>
  new RegExp(
    `^${route.path.replace(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>${GREEDY.has(name) ? '.+' : '[^/]+'})`)}$`,
  )

const ownLength = ({ path }: Route): number => path.replace(/\{\w+\}/g, '').length

export interface Found {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

/** Finds the route of an undecoded path and decodes its parameters. The template with more text of its own wins. */
export const routeFinder = (routes: readonly Route[]): ((method: string, path: string) => Found | null) => {
  const table = routes
    .map((route) => ({ route, pattern: pattern(route) }))
    .sort((a, b) => ownLength(b.route) - ownLength(a.route))
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
