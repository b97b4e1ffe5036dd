import * as core from '@actions/core'
import { endForGitHub } from './end-for-github.ts'
import { type JobEnd, reasonOf, statusOf } from './job-end.ts'
import { logLine } from './log-line.ts'
import { outputsOf } from './outputs.ts'
import { renderSummary } from './render-summary.ts'
import type { ActionReport } from './run-action.ts'

/** Outputs, step summary and the step's own success or failure: the workflow's side of the report. */
export async function tellWorkflow(report: ActionReport): Promise<void> {
  switch (report.kind) {
    case 'taken':
      core.notice(logLine(report.note))
      return
    case 'unclaimed':
      return tell(report.end, { job: null, prompts: [] })
    case 'ended': {
      const { job, showPrompt, prompts } = report.assignment
      await tell(endForGitHub(report.end, report.discretion), { job, prompts: showPrompt ? prompts : [] })
      if (!report.isReported) core.setFailed('The server could not be told how the run ended.')
    }
  }
}

async function tell(
  end: JobEnd,
  about: { job: string | null; prompts: Parameters<typeof renderSummary>[0]['prompts'] },
): Promise<void> {
  for (const [name, value] of Object.entries(outputsOf(end, about.job))) core.setOutput(name, value)
  const reason = reasonOf(end.ending)
  if (statusOf(end.ending) !== 'completed' && reason !== null) core.setFailed(logLine(reason.message))
  else if (reason !== null) core.notice(logLine(reason.message))
  await core.summary
    .addRaw(renderSummary({ end, prompts: about.prompts }))
    .write()
    // The run is what it is, whether its page says so or not.
    .catch((error: unknown) =>
      core.warning(logLine(`The step summary could not be written: ${String(error)}`)),
    )
}
