/**
 * Entry of the action, for the main step and the post step: action.yml names one file for both. GitHub keeps the state
 * that the main step saves and gives it to the post step.
 */
import http from 'node:http'
import * as core from '@actions/core'
import { findRoot } from './checks/isolation/host-facts.ts'
import { removeWithChecks } from './checks/isolation/overlay-folder.ts'
import { openLog } from './log/log.ts'
import { openSecrets } from './secrets/secrets.ts'
import { readEnvironment } from './start/read-environment.ts'
import { writeOutputs } from './write-outputs.ts'

const STARTED = 'started'
const SCRATCH = 'scratch'

if (core.getState(STARTED) === '') await main()
else await cleanUp(core.getState(SCRATCH))
// Work that does not stop after a cancel must not keep the process alive.
process.exit()

async function main(): Promise<void> {
  core.saveState(STARTED, 'true')
  // From Node 24.14 on, `fetch` can use HTTPS_PROXY, too. An older runner works without a proxy only.
  http.setGlobalProxyFromEnv?.()
  const { all: environment, secrets: found } = readEnvironment(process.env)
  const secrets = openSecrets(found, core.setSecret)
  const log = openLog(secrets.redact)
  try {
    const rememberScratch = (path: string) => core.saveState(SCRATCH, path)
    // The post step does not need it, and starts in less time without it.
    const { runAction } = await import(/* webpackMode: "eager" */ './run-action.ts')
    const report = await runAction({ environment, secrets, log, rememberScratch })
    await writeOutputs(report, { log, redact: secrets.redact })
  } catch (error) {
    log.failure(
      `The action could not write its report: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/**
 * Reports nothing to the server, even if the main step was killed: the run secret, which a report needs, is never
 * written to disk. The server learns from GitHub that the run has ended.
 */
async function cleanUp(scratch: string): Promise<void> {
  if (scratch === '') return
  await removeWithChecks(findRoot(process.getuid?.() === 0), scratch).catch((error: unknown) => {
    openLog(String).warning(
      `The folder ${scratch} could not be removed: ${error instanceof Error ? error.message : String(error)}`,
    )
  })
}
