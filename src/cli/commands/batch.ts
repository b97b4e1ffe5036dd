import { type BatchJob, type BatchView, type Client, PrenticeError } from '../../client/index.ts'
import { CommandError, EXIT, type ExitCode } from '../output/exit-code.ts'
import { json, plainText } from '../output/plain-text.ts'
import { batchLine, batchReport, batchTable, counts } from '../output/show-batch.ts'
import { findProject } from '../project/find-project.ts'
import { type Context, connect, type ServerOption } from './context.ts'
import { readPrompt } from './read-prompt.ts'

interface JsonOption extends ServerOption {
  readonly json?: true
}

export interface BatchOptions extends JsonOption {
  readonly each?: readonly string[]
  readonly per?: number
  readonly repo?: string
  readonly repos?: readonly string[]
  readonly all?: true
  readonly atOnce?: number
  readonly first?: number
  readonly limit?: number
  readonly ref?: string
  readonly model?: string
  readonly draft?: true
  readonly metadata?: Record<string, string>
  readonly file?: string
  readonly wait?: true
}

export async function createBatch(
  context: Context,
  words: readonly string[],
  options: BatchOptions,
): Promise<ExitCode> {
  const prompt = await readPrompt(words, options.file, context.terminal)
  const { client } = await connect(context, options)
  const scope = await chooseScope(context, client, options)
  const { per, atOnce, first, limit: limitUsd, ref, model, draft, metadata } = options
  const job = { ref, model, draft, metadata }
  const { signal, terminal } = context
  const batch = await client.batches.create(
    { prompt, ...scope, per, atOnce, first, limitUsd, ...job },
    { signal },
  )
  if (!options.wait) return show(context, batch, options)
  await terminal.notes.write(`${plainText(batch.id)}\n`)
  return follow(context, client, batch.id, options)
}

type Scope =
  | { readonly projectId: string; readonly each: readonly string[] }
  | { readonly projectIds: string[] }

async function chooseScope(
  { signal, folder }: Context,
  client: Client,
  { each, per, repo, repos, all }: BatchOptions,
): Promise<Scope> {
  if ([each, repos, all].filter((one) => one !== undefined).length !== 1)
    throw new CommandError(
      'name either the files with --each, or the repositories with --repos, or all of them with --all',
    )
  if (each === undefined && repo !== undefined)
    throw new CommandError('--repo is for --each; name several repositories with --repos')
  if (each === undefined && per !== undefined)
    throw new CommandError('--per is for the files of --each: each repository gets one job')
  if (each !== undefined) return { each, projectId: (await findProject({ client, signal, repo, folder })).id }
  const projectIds = new Set<string>()
  if (all) for await (const { id } of client.projects.list({ signal })) projectIds.add(id)
  for (const name of repos ?? [])
    projectIds.add((await findProject({ client, signal, repo: name, folder })).id)
  if (projectIds.size === 0)
    throw new CommandError(
      all
        ? 'your API key covers no repository: install the GitHub App on one'
        : '--repos names no repository',
    )
  return { projectIds: [...projectIds] }
}

export async function listBatches(
  context: Context,
  options: JsonOption & { readonly limit: number },
): Promise<ExitCode> {
  const { terminal, signal, now } = context
  const { client } = await connect(context, options)
  const found: BatchView[] = []
  for await (const batch of client.batches.list({ limit: Math.min(options.limit, 100), signal })) {
    found.push(batch)
    if (found.length === options.limit) break
  }
  if (options.json) await terminal.out.write(`${json(found)}\n`)
  else if (found.length > 0) await terminal.out.write(batchTable(terminal.out, found, now()))
  else await terminal.notes.write('there are no batches\n')
  return EXIT.done
}

export async function viewBatch(context: Context, id: string, options: JsonOption): Promise<ExitCode> {
  const { client } = await connect(context, options)
  return report(context, client, await client.batches.get(id, { signal: context.signal }), options)
}

export async function watchBatch(context: Context, id: string, options: JsonOption): Promise<ExitCode> {
  const { client } = await connect(context, options)
  return follow(context, client, id, options)
}

export const controlBatch =
  (verb: 'continue' | 'cancel' | 'retry') =>
  async (
    context: Context,
    id: string,
    options: JsonOption & { readonly limit?: number },
  ): Promise<ExitCode> => {
    const { client } = await connect(context, options)
    return show(
      context,
      await client.batches[verb](id, { signal: context.signal, limitUsd: options.limit }),
      options,
    )
  }

/** Waits until the batch has ended, or needs a person, and prints its report. Ctrl-C ends the wait, not the batch. */
async function follow(context: Context, client: Client, id: string, options: JsonOption): Promise<ExitCode> {
  const { terminal, signal } = context
  let told = ''
  const onChange = async (batch: BatchView): Promise<void> => {
    const { status, reason } = batch
    const line = plainText(`${status}: ${counts(batch)}${reason === null ? '' : `; ${reason}`}`)
    if (line !== told) await terminal.notes.write(`${line}\n`)
    told = line
  }
  try {
    return await report(context, client, await client.batches.wait(id, { signal, onChange }), options)
  } catch (error) {
    if (!signal.aborted || error instanceof PrenticeError) throw error
    await terminal.notes.write(
      `\nThe batch continues. \`prentice batch watch ${id}\` shows it again, \`prentice batch cancel ${id}\` ends it.\n`,
    )
    return EXIT.cancelled
  }
}

async function report(
  { terminal, signal }: Context,
  client: Client,
  batch: BatchView,
  { json: asJson }: JsonOption,
): Promise<ExitCode> {
  const jobs: BatchJob[] = []
  for await (const job of client.batches.jobs(batch.id, { signal })) jobs.push(job)
  if (asJson) await terminal.out.write(`${json({ ...batch, report: jobs })}\n`)
  else await terminal.out.write(batchReport(terminal.out, jobs))
  if (!asJson) await terminal.notes.write(batchLine(terminal.notes, batch))
  return exitCodeOf(batch)
}

async function show(
  { terminal }: Context,
  batch: BatchView,
  { json: asJson }: JsonOption,
): Promise<ExitCode> {
  await terminal.out.write(asJson ? `${json(batch)}\n` : batchLine(terminal.out, batch))
  return EXIT.done
}

function exitCodeOf({ status, jobs }: BatchView): ExitCode {
  if (status === 'cancelled') return EXIT.cancelled
  return status === 'failed' || (status === 'completed' && jobs.failed > 0) ? EXIT.failed : EXIT.done
}
