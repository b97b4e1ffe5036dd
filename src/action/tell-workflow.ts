import * as core from '@actions/core'
import { endForGitHub } from './end-for-github.ts'
import { type JobEnd, reasonOf, statusOf } from './job-end.ts'
import type { Log } from './log.ts'
import { outputsOf } from './outputs.ts'
import { renderSummary } from './render-summary.ts'
import type { ActionReport } from './run-action.ts'
import { scrubEnd, scrubPrompts } from './scrub-end.ts'

interface Voice {
  readonly log: Log
  /** Takes the secrets out of a text. */
  readonly scrub: (text: string) => string
}

/** Outputs, step summary and the step's own success or failure: the workflow's side of the report. */
export async function tellWorkflow(report: ActionReport, voice: Voice): Promise<void> {
  switch (report.kind) {
    case 'taken':
      voice.log.notice(report.note)
      return
    case 'unclaimed':
      return tell(report.end, { job: null, prompts: [] }, voice)
    case 'ended': {
      const { job, showPrompt, prompts } = report.assignment
      const about = { job, prompts: showPrompt ? prompts : [] }
      await tell(endForGitHub(report.end, report.discretion), about, voice)
      if (!report.isReported) voice.log.failure('The server could not be told how the run ended.')
    }
  }
}

async function tell(
  end: JobEnd,
  about: { job: string | null; prompts: Parameters<typeof renderSummary>[0]['prompts'] },
  { log, scrub }: Voice,
): Promise<void> {
  for (const [name, value] of Object.entries(outputsOf(end, about.job))) core.setOutput(name, scrub(value))
  const reason = reasonOf(end.ending)
  // Before the summary cuts and escapes its texts, and once more all of it.
  const shown = { end: scrubEnd(end, scrub), prompts: scrubPrompts(about.prompts, scrub) }
  if (statusOf(end.ending) !== 'completed' && reason !== null) log.failure(reason.message)
  else if (reason !== null) log.notice(reason.message)
  await core.summary
    .addRaw(scrub(renderSummary(shown)))
    .write()
    // The run is what it is, whether its page says so or not.
    .catch((error: unknown) => log.warning(`The step summary could not be written: ${String(error)}`))
}
