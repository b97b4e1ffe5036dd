import type { Job } from '../../client/index.ts'
import { EXIT, type ExitCode, exitCodeOf } from '../output/exit-code.ts'
import { inTermsOfCommands } from '../output/in-terms-of-commands.ts'
import { openProgress } from '../output/live-view.ts'
import { plainLines, plainText } from '../output/plain-text.ts'
import { describePause, jobResult } from '../output/show-job.ts'
import type { Context } from './context.ts'

/** Shows the progress of a job until it has ended, and then its result. Ctrl-C ends the display, not the job. */
export async function followJob(context: Context, job: Job, asJson: boolean): Promise<ExitCode> {
  const { terminal, signal } = context
  let ended: Job
  try {
    await tellPause(context, job)
    ended = await showProgress(context, job)
  } catch (error) {
    if (!signal.aborted) throw error
    const name = plainText(`${job.projectId}/${job.id}`)
    await terminal.notes.write(
      `\nThe job continues. \`prentice watch ${name}\` shows it again, \`prentice cancel ${name}\` ends it.\n`,
    )
    return EXIT.cancelled
  }
  await terminal.out.write(jobResult(terminal.out, ended, asJson))
  if (ended.status === 'failed' || ended.prLink === null) await tellReason(context, ended)
  return exitCodeOf(ended, ended.reason)
}

async function showProgress({ terminal, signal, now }: Context, job: Job): Promise<Job> {
  const view = openProgress(terminal.notes, now)
  try {
    return await job.wait({ signal, onEvent: (update) => view.show(update) })
  } finally {
    view.end()
  }
}

/** Otherwise people would wait for a run that does not start. */
async function tellPause({ terminal, signal }: Context, job: Job): Promise<void> {
  if (job.status !== 'active') return
  const paused = (await job.runs({ signal })).at(-1)?.paused
  if (paused !== undefined) await terminal.notes.write(`${describePause(paused)}\n`)
}

/** Why the last run failed, or changed nothing. */
async function tellReason({ terminal, signal }: Context, job: Job): Promise<void> {
  const { notes } = terminal
  const runs = await job.runs({ signal })
  const reason = runs.at(-1)?.reason
  if (!reason) return
  const text = plainLines(inTermsOfCommands(reason.message))
  await notes.write(`${job.status === 'failed' ? notes.paint.bad(text) : text}\n`)
}
