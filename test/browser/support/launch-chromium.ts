import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { findChromium } from './find-chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the browser of this run; `null`: there is no Chromium. */
    chromium: string | null
  }
}

/** It must not look for updates or anything else outside: tests have no network. */
const ARGUMENTS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--no-first-run',
  '--font-render-hinting=none',
]

/** One browser for all files of a run. */
export default async function launchChromium(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  const executablePath = findChromium(process.env)
  if (executablePath === null) {
    const how = 'install it (apt-get install chromium), or set CHROMIUM_PATH'
    if (process.env.MUST_TEST_BROWSER) throw new Error(`there is no Chromium at /usr/bin/chromium: ${how}`)
    console.warn(`Browser tests are skipped, because there is no Chromium at /usr/bin/chromium: ${how}.`)
    project.provide('chromium', null)
    return undefined
  }
  const server = await chromium.launchServer({
    executablePath,
    // Its sandbox needs a user other than root.
    args: process.getuid?.() === 0 ? [...ARGUMENTS, '--no-sandbox'] : ARGUMENTS,
  })
  project.provide('chromium', server.wsEndpoint())
  return () => server.close()
}
