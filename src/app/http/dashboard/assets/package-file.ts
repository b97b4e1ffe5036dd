import { existsSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The published package holds the few files that it needs of large packages, see scripts/package/vendored-files.ts. */
const VENDOR = fileURLToPath(new URL('../../../../vendor/', import.meta.url))

/** The text of a file of a package, also of one that the package's `exports` do not name. */
export function readPackageFile(name: string, path: string): string {
  const vendored = join(VENDOR, name, path)
  return readFileSync(existsSync(vendored) ? vendored : join(folderOf(name), path), 'utf8')
}

function folderOf(name: string): string {
  const manifest = findPackageJSON(name, import.meta.url)
  if (manifest === undefined) throw new Error(`the package ${name} is not installed: run npm ci`)
  return dirname(manifest)
}
