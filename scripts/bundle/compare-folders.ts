import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** How `actual` differs from `expected`, file by file, whether git knows the file or not. */
export function compareFolders(expected: string, actual: string): string[] {
  const wanted = new Set(readdirSync(expected))
  const found = new Set(existsSync(actual) ? readdirSync(actual) : [])
  return [
    ...[...found].filter((name) => !wanted.has(name)).map((name) => `${name}: does not belong there`),
    ...[...wanted].filter((name) => !found.has(name)).map((name) => `${name}: is missing`),
    ...[...wanted]
      .filter((name) => found.has(name))
      .filter((name) => !readFileSync(join(expected, name)).equals(readFileSync(join(actual, name))))
      .map((name) => `${name}: differs`),
  ]
}
