import * as core from '@actions/core'
import { findRoot } from './checks/isolation/host-facts.ts'
import { removeWithChecks } from './checks/isolation/overlay-folder.ts'
import type { ScalerOptions } from './images/scale-image.ts'
import { commandsOfProcess, openLog } from './log/log.ts'
import { endMainStep } from './outcome/end-main-step.ts'
import { stopOnSignals } from './outcome/stop.ts'
import { messageOf } from './text/format.ts'

// Egress: saves a word, the path of the scratch folder and the comment about the run for the post step.

const STARTED = 'started'
const PID = 'pid'
const SCRATCH = 'scratch'
const COMMENT = 'comment'

interface Step {
  /** The file of this program. */
  readonly program: string
  readonly scaler: Pick<ScalerOptions, 'program' | 'folder'>
}

/** The main step or the post step: GitHub keeps the state that the main step saves and gives it to the post step. */
export async function runStep({ program, scaler }: Step): Promise<void> {
  if (core.getState(STARTED) === '') await mainStep(scaler)
  else await postStep(program)
}

async function mainStep(scaler: Step['scaler']): Promise<void> {
  const obstacle = saveStart()
  // The post step does not need it, and starts in less time without it.
  const { runAction } = await import('./run-action.ts')
  await runAction({
    env: process.env,
    commands: commandsOfProcess,
    stop: stopOnSignals(),
    scaler,
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

async function postStep(program: string): Promise<void> {
  const pid = Number(core.getState(PID))
  const main = pid > 0 ? await endMainStep({ pid, program }) : 'gone'
  await Promise.all([
    cleanUp(core.getState(SCRATCH)),
    // A main step that ended now has said itself how.
    main === 'ended' ? undefined : writeComment(core.getState(COMMENT)),
  ])
}

/** Without a server: what a main step that was killed could not say where somebody had asked. */
async function writeComment(state: string): Promise<void> {
  if (state === '') return
  const [{ useProxy }, { writePendingComment }] = await Promise.all([
    import('./start/use-proxy.ts'),
    import('./control-plane/standalone/pending-comment.ts'),
  ])
  useProxy(process.env)
  await writePendingComment(state, process.env).catch((error: unknown) => {
    openLog(String, commandsOfProcess).warning(
      `The comment about the run could not be changed: ${messageOf(error)}`,
    )
  })
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
