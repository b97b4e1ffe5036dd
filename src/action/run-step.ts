import { rewordEnd } from './control-plane/standalone/reword-reason.ts'
import { type Log, openLog } from './log/log.ts'
import type { WorkflowCommands } from './log/workflow-commands.ts'
import { type RunOutcome, reasonOf, statusOf } from './outcome/outcome.ts'
import { outputsOf, publicOutcome, redactOutcome, redactPrompts } from './output/outputs.ts'
import { renderStepSummary } from './output/step-summary.ts'
import { type ActionReport, type ActionStart, runAction } from './run-action.ts'
import { openSecrets } from './secrets/secrets.ts'
import { readEnvironment } from './start/read-environment.ts'

// Egress: redacts each output and the step summary.

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

interface OutputTarget {
  readonly commands: WorkflowCommands
  readonly log: Log
  /** Puts the reason of an end into terms of what its reader can do. */
  readonly explain: (end: RunOutcome) => RunOutcome
  /** Takes the secrets out of a text. */
  readonly redact: (text: string) => string
}

/** Sets the outputs, writes the step summary, and decides whether the step succeeds. */
export async function writeOutputs(report: ActionReport, target: OutputTarget): Promise<void> {
  switch (report.kind) {
    case 'taken':
      target.log.notice(report.note)
      return
    case 'unclaimed':
      return write(report.end, { job: null, prompts: [] }, target)
    case 'ended': {
      const { job, showPrompt, prompts } = report.assignment
      const about = { job, prompts: showPrompt ? prompts : [] }
      await write(publicOutcome(report.end, report.confidentiality), about, target)
      if (!report.isReported) target.log.failure('The server could not be told how the run ended.')
    }
  }
}

async function write(
  ended: RunOutcome,
  about: { job: string | null; prompts: Parameters<typeof renderStepSummary>[0]['prompts'] },
  { commands, log, explain, redact }: OutputTarget,
): Promise<void> {
  const end = explain(ended)
  for (const [name, value] of Object.entries(outputsOf(end, about.job)))
    commands.setOutput(name, redact(value))
  const reason = reasonOf(end.ending)
  // Redacted before the summary truncates and escapes its texts, and then once more as a whole.
  const shown = { end: redactOutcome(end, redact), prompts: redactPrompts(about.prompts, redact) }
  if (statusOf(end.ending) !== 'completed' && reason !== null) log.failure(reason.message)
  else if (reason !== null) log.notice(reason.message)
  await commands
    .writeSummary(redact(renderStepSummary(shown)))
    // A summary that cannot be written does not change how the run ended.
    .catch((error: unknown) => log.warning(`The step summary could not be written: ${String(error)}`))
}
