import { readdir, readFile } from 'node:fs/promises'

/** Of the running server: an operator gives its commands what the server was given. */
export async function serverEnvironment(world: {
  readonly baseUrl: string
}): Promise<Record<string, string>> {
  for (const pid of await readdir('/proc')) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const text = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    if (line.includes('src/app/main.ts') && text.includes(`PUBLIC_URL=${world.baseUrl}\0`))
      return Object.fromEntries(text.split('\0').map((pair) => pair.split(/=(.*)/s).slice(0, 2)))
  }
  throw new Error('the app is not running')
}
