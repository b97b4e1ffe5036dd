#!/usr/bin/env node
/** `prentice`: the command line. Exit code 0: done, 1: failed, 2: cancelled, 4: not signed in. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { loginsPath } from './commands/logins-file.ts'
import { CommandError } from './output/exit-code.ts'
import { openTerminal } from './output/terminal.ts'
import { runCommandLine } from './run-command-line.ts'

const stop = new AbortController()
const { env: environment } = process

// `prentice list | head`: the reader has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

process.exitCode = await runCommandLine(process.argv.slice(2), {
  context: {
    environment,
    folder: process.cwd(),
    loginsPath: loginsPath(environment),
    terminal: openTerminal(process, environment),
    signal: stop.signal,
    now: Date.now,
    openInBrowser: (url) => openInBrowser(url, environment.BROWSER),
  },
  version: readVersion(),
  onStart: () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  },
})

/** Opens a web address with the program that BROWSER names, or with that of the system. */
async function openInBrowser(url: string, browser: string | undefined): Promise<void> {
  const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
    darwin: ['open'],
    // Not `cmd /c start`, which reads `&` in an address as the end of the command.
    win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  }
  const [program, ...args] = browser ? [browser] : (openers[process.platform] ?? ['xdg-open'])
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
  try {
    await once(child, 'spawn')
  } catch {
    throw new CommandError(`${program} cannot be started: open ${url} yourself, or set BROWSER`)
  }
  child.unref()
}

/** The version of the package, which is two folders up, both in a checkout and where it is installed. */
function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return String(version)
}
