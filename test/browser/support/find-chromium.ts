import { existsSync } from 'node:fs'

const DEBIAN = '/usr/bin/chromium'

/** `null`: there is none here. Throws if CHROMIUM_PATH names none. */
export function findChromium(environment: NodeJS.ProcessEnv): string | null {
  const { CHROMIUM_PATH: named } = environment
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH: there is no file ${named}`)
    return named
  }
  return existsSync(DEBIAN) ? DEBIAN : null
}
