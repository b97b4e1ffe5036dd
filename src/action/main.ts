/**
 * Entry of the action: action.yml names this one file for the main step and the post step. The command line starts it with
 * the argument `try` or `eval`; a runner gives no arguments.
 *
 * Each process loads only the part of the program that it needs. This file imports no package: ncc would leave its licence out
 * of licenses.txt, which has those of the parts.
 */
import { dirname, join } from 'node:path'

const program = process.argv[1] ?? ''
/** `npm run build` puts the second program into a folder beside the bundle. */
const scalerFolder = join(dirname(program), 'scale-image')
const scaler = { folder: scalerFolder, program: join(scalerFolder, 'index.js') }

switch (process.argv[2]) {
  case 'try': {
    const { runTry, startLocally } = await import('./try/run-try.ts')
    await runTry(startLocally(process.env, scaler))
    break
  }
  case 'eval': {
    const [{ runEval }, { startLocally }] = await Promise.all([
      import('./eval/run-eval.ts'),
      import('./try/run-try.ts'),
    ])
    await runEval(startLocally(process.env, scaler))
    break
  }
  default: {
    const { runStep } = await import('./run-step.ts')
    await runStep({ program, scaler })
  }
}
// Work that does not stop after a cancel must not keep the process alive.
process.exit()
