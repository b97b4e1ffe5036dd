import type { Log } from './log/log.ts'
import type { WorkflowCommands } from './log/workflow-commands.ts'
import { type RunOutcome, reasonOf, statusOf } from './outcome/outcome.ts'
import { outputsOf, publicOutcome, redactOutcome, redactPrompts } from './output/outputs.ts'
import { renderStepSummary } from './output/step-summary.ts'
import type { ActionReport } from './run-action.ts'

interface OutputDeps {
  readonly commands: WorkflowCommands
  readonly log: Log
  /** Puts the reason of an end into terms of what its reader can do. */
  readonly explain: (end: RunOutcome) => RunOutcome
  /** Takes the secrets out of a text. */
  readonly redact: (text: string) => string
}

/** Sets the outputs, writes the step summary, and decides whether the step succeeds. */
export async function writeOutputs(report: ActionReport, deps: OutputDeps): Promise<void> {
  switch (report.kind) {
    case 'taken':
      deps.log.notice(report.note)
      return
    case 'unclaimed':
      return write(report.end, { job: null, prompts: [] }, deps)
    case 'ended': {
      const { job, showPrompt, prompts } = report.assignment
      const about = { job, prompts: showPrompt ? prompts : [] }
      await write(publicOutcome(report.end, report.confidentiality), about, deps)
      if (!report.isReported) deps.log.failure('The server could not be told how the run ended.')
    }
  }
}

async function write(
  ended: RunOutcome,
  about: { job: string | null; prompts: Parameters<typeof renderStepSummary>[0]['prompts'] },
  { commands, log, explain, redact }: OutputDeps,
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
