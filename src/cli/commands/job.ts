import type { Job, Mode } from '../../client/index.ts'
import { CommandError, EXIT, type ExitCode } from '../output/exit-code.ts'
import { plainLines, plainText } from '../output/plain-text.ts'
import { jobResult } from '../output/show-job.ts'
import { type Context, connect } from './context.ts'
import { findProject } from './find-project.ts'
import { readPrompt, readSchema } from './read-input.ts'
import { followJob, type JobOptions, namedJob } from './view.ts'

interface StartOptions extends JobOptions {
  readonly wait?: true
}

interface MessageOptions extends StartOptions {
  readonly mode?: Mode
  readonly file?: string
}

interface RunOptions extends MessageOptions {
  readonly ref?: string
  readonly model?: string
  readonly draft?: true
  readonly questions?: true
  readonly metadata?: Record<string, string>
  /** Path of a file. */
  readonly outputSchema?: string
}

export async function run(
  context: Context,
  words: readonly string[],
  options: RunOptions,
): Promise<ExitCode> {
  const { terminal, signal, folder } = context
  const prompt = await readPrompt(words, options.file, terminal)
  const outputSchema = options.outputSchema === undefined ? undefined : await readSchema(options.outputSchema)
  const client = await connect(context, options)
  const project = await findProject({ client, signal, repo: options.repo, folder })
  const { ref, model, draft, metadata, mode, questions } = options
  const asked = { prompt, ref, model, draft, mode, questions, metadata, outputSchema }
  const job = await client.jobs.create(project.id, asked, { signal })
  if (options.wait) {
    await terminal.notes.write(`${plainText(job.id)}\n`)
    return followJob(context, job, options.json ?? false)
  }
  await terminal.out.write(jobResult(terminal.out, job, options.json ?? false))
  if (terminal.out.isTerminal)
    await terminal.notes.write(`Follow it with \`prentice watch ${plainText(job.id)}\`.\n`)
  return EXIT.done
}

export async function message(
  context: Context,
  name: string,
  words: readonly string[],
  options: MessageOptions,
): Promise<ExitCode> {
  const prompt = await readPrompt(words, options.file, context.terminal)
  const job = await namedJob(context, name, options)
  const { mode } = options
  return showOrFollow(context, await job.message(prompt, { mode, signal: context.signal }), options)
}

export async function retry(context: Context, name: string, options: StartOptions): Promise<ExitCode> {
  const job = await namedJob(context, name, options)
  return showOrFollow(context, await job.retry({ signal: context.signal }), options)
}

/** Brings the branch of the pull request up to date with its base. */
export async function update(context: Context, name: string, options: StartOptions): Promise<ExitCode> {
  const job = await namedJob(context, name, options)
  return showOrFollow(context, await job.update({ signal: context.signal }), options)
}

/** Follows the run that has just been asked for, or the active one that the message waits for. */
async function showOrFollow(context: Context, job: Job, { wait, json }: StartOptions): Promise<ExitCode> {
  if (!wait) return show(context, job, json ?? false)
  const runs = await job.runs({ signal: context.signal })
  return followJob(context, job, json ?? false, runs.at(-1)?.number)
}

async function show({ terminal }: Context, job: Job, asJson: boolean): Promise<ExitCode> {
  await terminal.out.write(jobResult(terminal.out, job, asJson))
  return EXIT.done
}

/** Cancels, archives or unarchives a job. */
export const controlJob =
  (verb: 'cancel' | 'archive' | 'unarchive') =>
  async (context: Context, name: string, options: JobOptions): Promise<ExitCode> => {
    const job = await namedJob(context, name, options)
    return show(context, await job[verb]({ signal: context.signal }), options.json ?? false)
  }

interface PatchOptions extends JobOptions {
  readonly run?: number
}

/** Prints the work of a run that was not published; by default of the last run that has some. */
export async function patch(context: Context, name: string, options: PatchOptions): Promise<ExitCode> {
  const { terminal, signal } = context
  const job = await namedJob(context, name, options)
  const number = options.run ?? (await lastWithPatch(job, signal))
  const bytes = await job.patch(number, { signal })
  // A terminal would carry out control sequences of the files; `git apply` needs them.
  await terminal.out.write(terminal.out.isTerminal ? plainLines(new TextDecoder().decode(bytes)) : bytes)
  return EXIT.done
}

async function lastWithPatch(job: Job, signal: AbortSignal): Promise<number> {
  const runs = await job.runs({ signal })
  const kept = runs.findLast(({ state, changedFiles }) => state === 'failed' && changedFiles?.total !== 0)
  if (kept === undefined)
    throw new CommandError('no run of the job has a patch: only work that could not be published is saved')
  return kept.number
}
