#!/usr/bin/env node
/** `prentice`: the command line. Exit code 0: done, 1: failed, 2: cancelled, 4: not signed in. */
import { loginsPath } from './login/logins-file.ts'
import { openInBrowser } from './open-in-browser.ts'
import { openTerminal } from './output/terminal.ts'
import { readVersion } from './read-version.ts'
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
