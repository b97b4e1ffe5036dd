import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommandError } from '../output/exit-code.ts'
import { requireNode, runProgram } from './run-program.ts'

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
  // The image of the server has the command line, but no sandbox.
  if (!existsSync(program))
    throw new CommandError('there is no sandbox here: start it from the npm package or from a checkout')
  return runProgram([program, ...args])
}
