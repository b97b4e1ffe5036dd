import { readFileSync } from 'node:fs'

/** The version of the package, which is two folders up, both in a checkout and where it is installed. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return String(version)
}
