import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian keeps the programs of PostgreSQL out of PATH, and those of an administrator out of the PATH of others. */
const DEBIAN = '/usr/lib/postgresql'
const SYSTEM = '/usr/sbin'

/** The path of a program of a database, or `null`. */
export function findProgram(name: string): string | null {
  const versions = existsSync(DEBIAN)
    ? readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one))
    : []
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
    SYSTEM,
  ]
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
