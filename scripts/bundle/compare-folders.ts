import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Lists the files in which `actual` differs from `expected`, including untracked files. */
export function compareFolders(expected: string, actual: string): string[] {
  const needed = new Set(filesIn(expected))
  const found = new Set(existsSync(actual) ? filesIn(actual) : [])
  return [
    ...[...found].filter((name) => !needed.has(name)).map((name) => `${name}: is not built from the sources`),
    ...[...needed].filter((name) => !found.has(name)).map((name) => `${name}: is missing`),
    ...[...needed]
      .filter((name) => found.has(name))
      .filter((name) => !readFileSync(join(expected, name)).equals(readFileSync(join(actual, name))))
      .map((name) => `${name}: differs`),
  ]
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
