import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

/** The text of a file of a package, also of one that the package's `exports` do not name. */
export function readPackageFile(name: string, path: string): string {
  const manifest = findPackageJSON(name, import.meta.url)
  if (manifest === undefined) throw new Error(`the package ${name} is not installed: run npm ci`)
  return readFileSync(join(dirname(manifest), path), 'utf8')
}
