import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
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

/**
 * Throws if this package was installed by an older Node: npm then leaves out packages of the server, and does not add them when
 * somebody uses a newer Node later. `resolve`: of `import.meta`.
 */
export function requirePackages(what: string, resolve = import.meta.resolve): void {
  try {
    resolve('keyv')
  } catch {
    throw new CommandError(
      `${what} lacks packages, which npm leaves out on an older Node: install this package again, now with Node ${process.versions.node}`,
    )
  }
}

/** Of `prentice help sandbox`. The sandbox itself explains its options. */
export const SANDBOX_HELP = `Usage: prentice sandbox [options]

Starts Prentice with a GitHub, a runner and a scripted model on this machine, to try it without an account or a key.
\`prentice sandbox --help\` lists the options.
`

/** Beside the product: sources in a checkout, one bundled file in the package. */
const SANDBOX = fileURLToPath(new URL(`../../../sandbox/serve${extname(import.meta.url)}`, import.meta.url))

/** Runs the sandbox in place of this program, until Ctrl-C. Returns its exit code. */
export async function runSandbox(args: readonly string[], program = SANDBOX): Promise<number> {
  requireNode('the sandbox')
  requirePackages('the sandbox')
  // The image of the server has the command line, but no sandbox.
  if (!existsSync(program))
    throw new CommandError('there is no sandbox here: start it from the npm package or from a checkout')
  return runProgram([program, ...args])
}
