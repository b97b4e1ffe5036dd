/**
 * Entry of the action, for the main step and the post step: action.yml names one file for both. GitHub keeps the state
 * that the main step saves and gives it to the post step.
 */
import http from 'node:http'
import * as core from '@actions/core'
import { findRoot } from './checks/isolation/host-facts.ts'
import { removeWithChecks } from './checks/isolation/overlay-folder.ts'
import { openLog } from './log/log.ts'
import { runAction } from './run-action.ts'
import { openSecrets } from './secrets/secrets.ts'
import { readEnvironment } from './start/read-environment.ts'
import { writeOutputs } from './write-outputs.ts'

const STARTED = 'started'
const SCRATCH = 'scratch'

if (core.getState(STARTED) === '') await main()
else await cleanUp(core.getState(SCRATCH))
// Work that did not let go after a cancel must not hold the process.
process.exit()

async function main(): Promise<void> {
  core.saveState(STARTED, 'true')
  // Node 24.14 and newer can send `fetch` through HTTPS_PROXY, too; an older runner can do without a proxy only.
  http.setGlobalProxyFromEnv?.()
  const { all: environment, secrets: found } = readEnvironment(process.env)
  const secrets = openSecrets(found, core.setSecret)
  const log = openLog(secrets.scrub)
  try {
    const rememberScratch = (path: string) => core.saveState(SCRATCH, path)
    const report = await runAction({ environment, secrets, log, rememberScratch })
    await writeOutputs(report, { log, scrub: secrets.scrub })
  } catch (error) {
    log.failure(
      `The action could not write its report: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/**
 * Reports nothing to the server, though a killed main step left no result: the run secret that would prove the run was
 * never written to disk. The server learns of the end from GitHub.
 */
async function cleanUp(scratch: string): Promise<void> {
  if (scratch === '') return
  await removeWithChecks(findRoot(process.getuid?.() === 0), scratch).catch((error: unknown) => {
    openLog(String).warning(
      `The folder ${scratch} could not be removed: ${error instanceof Error ? error.message : String(error)}`,
    )
  })
}
