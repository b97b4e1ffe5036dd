import * as core from '@actions/core'
import type { Log } from './log/log.ts'
import { type RunOutcome, reasonOf, statusOf } from './outcome/outcome.ts'
import { publicOutcome } from './outcome/public-outcome.ts'
import { redactOutcome, redactPrompts } from './outcome/redact-outcome.ts'
import { outputsOf } from './output/outputs.ts'
import { renderStepSummary } from './output/step-summary.ts'
import type { ActionReport } from './run-action.ts'

interface Voice {
  readonly log: Log
  /** Takes the secrets out of a text. */
  readonly scrub: (text: string) => string
}

/** Outputs, step summary and the step's own success or failure: the workflow's side of the report. */
export async function writeOutputs(report: ActionReport, voice: Voice): Promise<void> {
  switch (report.kind) {
    case 'taken':
      voice.log.notice(report.note)
      return
    case 'unclaimed':
      return tell(report.end, { job: null, prompts: [] }, voice)
    case 'ended': {
      const { job, showPrompt, prompts } = report.assignment
      const about = { job, prompts: showPrompt ? prompts : [] }
      await tell(publicOutcome(report.end, report.discretion), about, voice)
      if (!report.isReported) voice.log.failure('The server could not be told how the run ended.')
    }
  }
}

async function tell(
  end: RunOutcome,
  about: { job: string | null; prompts: Parameters<typeof renderStepSummary>[0]['prompts'] },
  { log, scrub }: Voice,
): Promise<void> {
  for (const [name, value] of Object.entries(outputsOf(end, about.job))) core.setOutput(name, scrub(value))
  const reason = reasonOf(end.ending)
  // Before the summary cuts and escapes its texts, and once more all of it.
  const shown = { end: redactOutcome(end, scrub), prompts: redactPrompts(about.prompts, scrub) }
  if (statusOf(end.ending) !== 'completed' && reason !== null) log.failure(reason.message)
  else if (reason !== null) log.notice(reason.message)
  await core.summary
    .addRaw(scrub(renderStepSummary(shown)))
    .write()
    // The run is what it is, whether its page says so or not.
    .catch((error: unknown) => log.warning(`The step summary could not be written: ${String(error)}`))
}
