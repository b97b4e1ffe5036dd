import { rewordEnd } from './control-plane/standalone/reword-reason.ts'
import { openLog } from './log/log.ts'
import type { WorkflowCommands } from './log/workflow-commands.ts'
import type { RunOutcome } from './outcome/outcome.ts'
import { type ActionStart, runAction } from './run-action.ts'
import { openSecrets } from './secrets/secrets.ts'
import { readEnvironment } from './start/read-environment.ts'
import { writeOutputs } from './write-outputs.ts'

interface StepStart extends Pick<ActionStart, 'stop' | 'scaler' | 'rememberScratch' | 'rememberComment'> {
  /** The environment of the step. Its secrets are removed from it, so that no child process inherits them. */
  readonly env: NodeJS.ProcessEnv
  readonly commands: WorkflowCommands
}

/** The main step, from its environment to its outputs. */
export async function runStep({ env, commands, ...start }: StepStart): Promise<void> {
  const { all: environment, secrets: found } = readEnvironment(env)
  const secrets = openSecrets(found, commands.setSecret)
  const log = openLog(secrets.redact, commands)
  try {
    const report = await runAction({ environment, secrets, log, ...start })
    const isClaimed = report.kind === 'ended'
    const explain = (end: RunOutcome) => rewordEnd({ environment, isClaimed }, end)
    await writeOutputs(report, { commands, log, explain, redact: secrets.redact })
  } catch (error) {
    log.failure(
      `The action could not write its report: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
