/**
 * Entry of the action, for the main step and the post step: action.yml names one file for both. GitHub keeps the state
 * that the main step saves and gives it to the post step. The command line starts it with the argument `try` or `eval`; a
 * runner gives no arguments.
 */
import { dirname, join } from 'node:path'
import * as core from '@actions/core'
import { findRoot } from './checks/isolation/host-facts.ts'
import { removeWithChecks } from './checks/isolation/overlay-folder.ts'
import { commandsOfProcess, openLog } from './log/log.ts'
import { endMainStep } from './outcome/end-main-step.ts'
import { stopOnSignals } from './outcome/stop.ts'
import { messageOf } from './text/format.ts'

// Egress: saves a word, the path of the scratch folder and the comment about the run for the post step.

const STARTED = 'started'
const PID = 'pid'
const SCRATCH = 'scratch'
const COMMENT = 'comment'

if (process.argv[2] === 'try') await tryLocally()
else if (process.argv[2] === 'eval') await evaluateLocally()
else if (core.getState(STARTED) === '') await main()
else await postStep()
// Work that does not stop after a cancel must not keep the process alive.
process.exit()

async function main(): Promise<void> {
  const obstacle = saveStart()
  // The post step does not need it, and starts in less time without it.
  const { runAction } = await import(/* webpackMode: "eager" */ './run-action.ts')
  await runAction({
    env: process.env,
    commands: commandsOfProcess,
    stop: stopOnSignals(),
    scaler: besideBundle(process.argv[1] ?? ''),
    obstacle,
    rememberScratch: (path) => core.saveState(SCRATCH, path),
    rememberComment: (pending) => core.saveState(COMMENT, pending),
  })
}

/** Tells the post step that it is one. `null`: done. Otherwise why not, which the main step reports. */
function saveStart(): unknown {
  try {
    core.saveState(STARTED, 'true')
    core.saveState(PID, process.pid)
    return null
  } catch (error) {
    return error
  }
}

async function postStep(): Promise<void> {
  const pid = Number(core.getState(PID))
  const main = pid > 0 ? await endMainStep({ pid, program: process.argv[1] ?? '' }) : 'gone'
  await Promise.all([
    cleanUp(core.getState(SCRATCH)),
    // A main step that ended now has said itself how.
    main === 'ended' ? undefined : writeComment(core.getState(COMMENT)),
  ])
}

async function tryLocally(): Promise<void> {
  const { runTry } = await import(/* webpackMode: "eager" */ './try/run-try.ts')
  await runTry(await startLocally())
}

async function evaluateLocally(): Promise<void> {
  const { runEval } = await import(/* webpackMode: "eager" */ './eval/run-eval.ts')
  await runEval(await startLocally())
}

async function startLocally() {
  await connectThroughProxy()
  const { monotonicClock: now } = await import(/* webpackMode: "eager" */ './run-action.ts')
  return { env: process.env, stop: stopOnSignals(), scaler: besideBundle(process.argv[1] ?? ''), now }
}

async function connectThroughProxy(): Promise<void> {
  const { useProxy } = await import(/* webpackMode: "eager" */ './start/use-proxy.ts')
  useProxy(process.env)
}

/** Without a server: what a main step that was killed could not say where somebody had asked. */
async function writeComment(state: string): Promise<void> {
  if (state === '') return
  await connectThroughProxy()
  const { writePendingComment } = await import(
    /* webpackMode: "eager" */ './control-plane/standalone/pending-comment.ts'
  )
  await writePendingComment(state, process.env).catch((error: unknown) => {
    openLog(String, commandsOfProcess).warning(
      `The comment about the run could not be changed: ${messageOf(error)}`,
    )
  })
}

/** `npm run build` puts the second program into a folder beside the bundle. */
function besideBundle(bundle: string) {
  const folder = join(dirname(bundle), 'scale-image')
  return { folder, program: join(folder, 'index.js') }
}

/**
 * Reports nothing to the server, even if the main step was killed: the run secret, which a report needs, is never
 * written to disk. The server learns from GitHub that the run has ended.
 */
async function cleanUp(scratch: string): Promise<void> {
  if (scratch === '') return
  await removeWithChecks(findRoot(process.getuid?.() === 0), scratch).catch((error: unknown) => {
    openLog(String, commandsOfProcess).warning(
      `The folder ${scratch} could not be removed: ${messageOf(error)}`,
    )
  })
}
