import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Lists the files in which `actual` differs from `expected`, including untracked files. */
export function compareFolders(expected: string, actual: string): string[] {
  const needed = new Set(readdirSync(expected))
  const found = new Set(existsSync(actual) ? readdirSync(actual) : [])
  return [
    ...[...found].filter((name) => !needed.has(name)).map((name) => `${name}: is not built from the sources`),
    ...[...needed].filter((name) => !found.has(name)).map((name) => `${name}: is missing`),
    ...[...needed]
      .filter((name) => found.has(name))
      .filter((name) => !readFileSync(join(expected, name)).equals(readFileSync(join(actual, name))))
      .map((name) => `${name}: differs`),
  ]
}
