import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { CommandError } from '../output/exit-code.ts'

/** The server needs more of Node than the rest of the command line: `--use-env-proxy` and `node:sqlite`. */
const REQUIRED = { major: 24, minor: 5 }

const FORWARDED = ['SIGTERM', 'SIGHUP'] as const

/** Runs `node` with these arguments in place of this program. Returns its exit code. */
export async function runProgram(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...environment } })
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal)
  // A terminal sends Ctrl-C to both; the program decides what it means.
  const ignore = (): void => undefined
  process.on('SIGINT', ignore)
  for (const signal of FORWARDED) process.on(signal, forward)
  const [code, signal] = await once(child, 'exit')
  process.off('SIGINT', ignore)
  for (const one of FORWARDED) process.off(one, forward)
  if (signal !== null) process.kill(process.pid, signal)
  return code ?? 1
}

/** `what`: the program that needs it, for the message. */
export function requireNode(what: string): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > REQUIRED.major || (major === REQUIRED.major && minor >= REQUIRED.minor)) return
  throw new CommandError(
    `${what} needs Node ${REQUIRED.major}.${REQUIRED.minor} or newer, and this is ${process.versions.node}: install Node ${REQUIRED.major} (https://nodejs.org)`,
  )
}
