import type { Job } from '../../client/index.ts'
import { CommandError, EXIT, type ExitCode } from '../output/exit-code.ts'
import { fields, json, jsonLine, plainText } from '../output/plain-text.ts'
import { describeUpdate } from '../output/progress.ts'
import { describeJob, jobFields } from '../output/show-job.ts'
import { findJob } from '../project/find-job.ts'
import { type Context, connect, type ServerOption } from './context.ts'
import { followJob } from './follow-job.ts'

export interface JobOptions extends ServerOption {
  readonly repo?: string
  readonly json?: true
}

export interface ViewOptions extends JobOptions {
  readonly web?: true
  readonly log?: true
}

/** The job that a command names, as it is now. */
export async function namedJob(context: Context, name: string, options: JobOptions): Promise<Job> {
  const { signal, folder } = context
  const { client } = await connect(context, options)
  const ref = await findJob({ client, signal, repo: options.repo, folder }, name)
  return client.jobs.get(ref, { signal })
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

/** All events, one on a line. Those of an active job until it ends. */
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
