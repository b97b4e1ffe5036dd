import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { CommandError } from './output/exit-code.ts'

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  // Not `cmd /c start`, which reads `&` in an address as the end of the command.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Opens a web address with the program that BROWSER names, or with that of the system. */
export async function openInBrowser(url: string, browser: string | undefined): Promise<void> {
  const [program, ...args] = browser ? [browser] : (OPENERS[process.platform] ?? ['xdg-open'])
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
  try {
    await once(child, 'spawn')
  } catch {
    throw new CommandError(`${program} cannot be started: open ${url} yourself, or set BROWSER`)
  }
  child.unref()
}
