/**
 * Entry of the action, for the main step and the post step: action.yml names one file for both. GitHub keeps the state
 * that the main step saves and gives it to the post step.
 */
import http from 'node:http'
import { dirname, join } from 'node:path'
import * as core from '@actions/core'
import { findRoot } from './checks/isolation/host-facts.ts'
import { removeWithChecks } from './checks/isolation/overlay-folder.ts'
import { openLog } from './log/log.ts'
import { commandsOfProcess } from './log/workflow-commands.ts'
import { stopOnSignals } from './outcome/stop.ts'

// Egress: saves a word, the path of the scratch folder and the comment about the run for the post step.

const STARTED = 'started'
const SCRATCH = 'scratch'
const COMMENT = 'comment'

if (core.getState(STARTED) === '') await main()
else await Promise.all([cleanUp(core.getState(SCRATCH)), writeComment(core.getState(COMMENT))])
// Work that does not stop after a cancel must not keep the process alive.
process.exit()

async function main(): Promise<void> {
  core.saveState(STARTED, 'true')
  // From Node 24.14 on, `fetch` can use HTTPS_PROXY, too. An older runner works without a proxy only.
  http.setGlobalProxyFromEnv?.()
  // The post step does not need it, and starts in less time without it.
  const { runStep } = await import(/* webpackMode: "eager" */ './run-step.ts')
  await runStep({
    env: process.env,
    commands: commandsOfProcess,
    stop: stopOnSignals(),
    scaler: besideBundle(process.argv[1] ?? ''),
    rememberScratch: (path) => core.saveState(SCRATCH, path),
    rememberComment: (pending) => core.saveState(COMMENT, pending),
  })
}

/** Without a server: what a main step that was killed could not say where somebody had asked. */
async function writeComment(state: string): Promise<void> {
  if (state === '') return
  http.setGlobalProxyFromEnv?.()
  const { writePendingComment } = await import(
    /* webpackMode: "eager" */ './control-plane/standalone/pending-comment.ts'
  )
  await writePendingComment(state, process.env).catch((error: unknown) => {
    openLog(String, commandsOfProcess).warning(
      `The comment about the run could not be changed: ${error instanceof Error ? error.message : String(error)}`,
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
      `The folder ${scratch} could not be removed: ${error instanceof Error ? error.message : String(error)}`,
    )
  })
}
