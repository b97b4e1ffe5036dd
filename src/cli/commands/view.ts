import type { Job, RunView } from '../../client/index.ts'
import { CommandError, EXIT, type ExitCode, exitCodeOf } from '../output/exit-code.ts'
import { fields, json, jsonLine, plainLines, plainText } from '../output/plain-text.ts'
import { describeUpdate, openProgress } from '../output/progress.ts'
import {
  describeJob,
  describePause,
  isAnswered,
  jobFields,
  jobResult,
  reviewLines,
} from '../output/show-job.ts'
import { inTermsOfCommands } from '../output/words.ts'
import { type Context, connect, type JsonOption } from './context.ts'
import { findJob } from './find-job.ts'

export interface JobOptions extends JsonOption {
  readonly repo?: string
}

interface ViewOptions extends JobOptions {
  readonly web?: true
  readonly log?: true
}

export async function view(context: Context, name: string, options: ViewOptions): Promise<ExitCode> {
  const { terminal, signal, now } = context
  const job = await namedJob(context, name, options)
  if (options.web) return showInBrowser(context, job)
  if (options.log) return showLog(context, job, options.json ?? false)
  const runs = await job.runs({ signal })
  if (options.json) {
    await terminal.out.write(`${json({ ...jobFields(job), runs })}\n`)
    return EXIT.done
  }
  const prompts: string[] = []
  for await (const { prompt } of job.messages({ signal, limit: 100 })) prompts.push(prompt ?? '(deleted)')
  await terminal.out.write(describeJob(terminal.out, job, { prompts, runs, now: now() }))
  return EXIT.done
}

/** The pull request, or the workflow run while there is none. */
async function showInBrowser({ terminal, signal, openInBrowser }: Context, job: Job): Promise<ExitCode> {
  const runs = job.prLink === null ? await job.runs({ signal }) : []
  const url = job.prLink ?? runs.findLast(({ workflowRunUrl }) => workflowRunUrl !== null)?.workflowRunUrl
  if (!url) throw new CommandError('the job has no pull request and no workflow run yet')
  if (!/^https?:\/\//.test(url)) throw new CommandError(`${JSON.stringify(url)} is not a web address`)
  await terminal.notes.write(`Opening ${plainText(url)}\n`)
  await openInBrowser(url)
  return EXIT.done
}

/** All events, one on a line. Follows an active job until it ends. */
async function showLog({ terminal, signal }: Context, job: Job, asJson: boolean): Promise<ExitCode> {
  for await (const update of job.events({ signal })) {
    const line = describeUpdate(update)
    const at = update.type === 'job' ? [] : [update.at]
    if (asJson) await terminal.out.write(`${jsonLine(update)}\n`)
    else if (line !== null) await terminal.out.write(`${fields(...at, line)}\n`)
  }
  return EXIT.done
}

export async function watch(context: Context, name: string, options: JobOptions): Promise<ExitCode> {
  return followJob(context, await namedJob(context, name, options), options.json ?? false)
}

/**
 * Shows the progress of a job until it has ended, and then its result. Ctrl-C ends the display, not the job. `firstRun`: what
 * earlier runs did is not shown.
 */
export async function followJob(
  context: Context,
  job: Job,
  asJson: boolean,
  firstRun = 1,
): Promise<ExitCode> {
  const { terminal, signal } = context
  let ended: Job
  try {
    await showPause(context, job)
    ended = await showProgress(context, job, firstRun)
  } catch (error) {
    if (!signal.aborted) throw error
    const name = plainText(`${job.projectId}/${job.id}`)
    await terminal.notes.write(
      `\nThe job continues. \`prentice watch ${name}\` shows it again, \`prentice cancel ${name}\` ends it.\n`,
    )
    return EXIT.cancelled
  }
  const last = (await ended.runs({ signal })).at(-1)
  await terminal.out.write(jobResult(terminal.out, ended, asJson, last))
  if (last !== undefined) await showLastWords(context, ended, last)
  return exitCodeOf(ended, ended.reason)
}

async function showProgress({ terminal, signal, now }: Context, job: Job, firstRun: number): Promise<Job> {
  const view = openProgress(terminal.notes, now)
  try {
    return await job.wait({
      signal,
      onEvent: (update) => (update.type === 'job' || update.run >= firstRun ? view.show(update) : undefined),
    })
  } finally {
    view.end()
  }
}

/** Otherwise people would wait for a run that does not start. */
async function showPause({ terminal, signal }: Context, job: Job): Promise<void> {
  if (job.status !== 'active') return
  const paused = (await job.runs({ signal })).at(-1)?.paused
  if (paused !== undefined) await terminal.notes.write(`${describePause(paused)}\n`)
}

/** The answer, the plan, the review or the question of the last run, its output, or why it failed or changed nothing. */
async function showLastWords({ terminal }: Context, job: Job, last: RunView): Promise<void> {
  const { notes } = terminal
  const { reason, summary, output } = last
  if (output !== undefined) await notes.write(`Output: ${json(output)}\n`)
  if (isAnswered(last)) {
    await notes.write(`${[plainLines(summary ?? ''), ...reviewLines(last)].join('\n')}\n`)
    return
  }
  const isSaid = job.status === 'failed' || job.prLink === null || last.question !== undefined
  if (reason === null || !isSaid) return
  const text = plainLines(inTermsOfCommands(reason.message))
  await notes.write(`${job.status === 'failed' ? notes.paint.bad(text) : text}\n`)
}

/** The current state of the job that a command names. */
export async function namedJob(context: Context, name: string, options: JobOptions): Promise<Job> {
  const { signal, folder } = context
  const client = await connect(context, options)
  const ref = await findJob({ client, signal, repo: options.repo, folder }, name)
  return client.jobs.get(ref, { signal })
}
