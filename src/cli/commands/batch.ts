import { type Command, Option } from 'commander'
import { type BatchJob, type BatchView, type Client, PrenticeError } from '../../client/index.ts'
import { CommandError, EXIT, type ExitCode } from '../output/exit-code.ts'
import { json, plainText } from '../output/plain-text.ts'
import { batchLine, batchReport, batchTable, counts } from '../output/show-batch.ts'
import { type Context, connect, type JsonOption } from './context.ts'
import { findProject } from './find-project.ts'
import { addCommandGroup, parseDollars, parseNames, parseNumber, parsePair } from './parse-options.ts'
import { readPrompt } from './read-input.ts'

const BATCH = 'id of the batch'

/** `prentice batch …` */
export function addBatchCommands(
  program: Command,
  context: Context,
  setExitCode: (code: number) => void,
): void {
  const command = addCommandGroup(program, 'batch', 'one prompt for many files, or for many repositories')
  const batchCommand = (
    name: string,
    description: string,
    work: (context: Context, id: string, options: JsonOption & CostOptions) => Promise<ExitCode>,
  ): Command =>
    command(name, description)
      .argument('<batch>', BATCH)
      .action(async (id: string, _: object, it: Command) =>
        setExitCode(await work(context, id, it.optsWithGlobals())),
      )

  command('create [prompt...]', 'create a batch')
    .option('--each <glob>', 'divide the files that match among the jobs; may be repeated', collect)
    .option('--per <number>', 'files for each job', parseNumber)
    .option('-R, --repo <owner/name>', 'repository of the files; by default that of this folder')
    .option('--repos <owner/name,...>', 'instead of files: one job in each of these repositories', parseNames)
    .option('--all', 'instead of files: one job in each repository that your key covers')
    .option('--first <number>', 'pilot: create this many jobs, then wait', parseNumber)
    .option('--at-once <number>', 'jobs that are active simultaneously', parseNumber)
    .option('--max-cost-usd <dollars>', 'what all jobs together may cost', parseDollars)
    .addOption(formerName())
    .option('--ref <branch>', 'branch to start from and to open the pull requests against')
    .option('--model <provider/model>', 'model; by default that of the repository')
    .option('--draft', 'open the pull requests as drafts')
    .option('-m, --metadata <name=text>', 'metadata of each job; may be repeated', parsePair)
    .option('-F, --file <path>', 'read the prompt from a file, or from standard input (-)')
    .option('-w, --wait', 'wait until the batch has ended, or needs you')
    .action(async (words: string[], _: object, it: Command) =>
      setExitCode(await createBatch(context, words, it.optsWithGlobals<BatchOptions>())),
    )
  command('list', 'list batches, newest first')
    .option('-L, --limit <number>', 'most batches to list', parseNumber, 30)
    .action(async (_: object, it: Command) => setExitCode(await listBatches(context, it.optsWithGlobals())))
  batchCommand('view', 'print the report of a batch', viewBatch)
  batchCommand('watch', 'wait until a batch has ended or needs you, and print its report', watchBatch)
  batchCommand(
    'continue',
    'create the other jobs after the pilot, or after a limit',
    controlBatch('continue'),
  )
    .option('--max-cost-usd <dollars>', 'a higher limit', parseDollars)
    .addOption(formerName())
  batchCommand('cancel', 'create no more jobs, and cancel the active ones', controlBatch('cancel'))
  batchCommand('retry', 'retry the jobs that failed', controlBatch('retry'))
}

const collect = (value: string, earlier: readonly string[] = []): string[] => [...earlier, value]

/** `--limit` is a number of entries elsewhere. */
const formerName = (): Option =>
  new Option('--limit <dollars>', 'former name of --max-cost-usd').argParser(parseDollars).hideHelp()

interface CostOptions {
  readonly maxCostUsd?: number
  /** The former name. */
  readonly limit?: number
}

const costLimitOf = ({ maxCostUsd, limit }: CostOptions): number | undefined => maxCostUsd ?? limit

interface BatchOptions extends JsonOption, CostOptions {
  readonly each?: readonly string[]
  readonly per?: number
  readonly repo?: string
  readonly repos?: readonly string[]
  readonly all?: true
  readonly atOnce?: number
  readonly first?: number
  readonly ref?: string
  readonly model?: string
  readonly draft?: true
  readonly metadata?: Record<string, string>
  readonly file?: string
  readonly wait?: true
}

async function createBatch(
  context: Context,
  words: readonly string[],
  options: BatchOptions,
): Promise<ExitCode> {
  const prompt = await readPrompt(words, options.file, context.terminal)
  const client = await connect(context, options)
  const scope = await chooseScope(context, client, options)
  const limitUsd = costLimitOf(options)
  const { per, atOnce, first, ref, model, draft, metadata } = options
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

async function listBatches(
  context: Context,
  options: JsonOption & { readonly limit: number },
): Promise<ExitCode> {
  const { terminal, signal, now } = context
  const client = await connect(context, options)
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

async function viewBatch(context: Context, id: string, options: JsonOption): Promise<ExitCode> {
  const client = await connect(context, options)
  return report(context, client, await client.batches.get(id, { signal: context.signal }), options)
}

async function watchBatch(context: Context, id: string, options: JsonOption): Promise<ExitCode> {
  const client = await connect(context, options)
  return follow(context, client, id, options)
}

const controlBatch =
  (verb: 'continue' | 'cancel' | 'retry') =>
  async (context: Context, id: string, options: JsonOption & CostOptions): Promise<ExitCode> => {
    const client = await connect(context, options)
    return show(
      context,
      await client.batches[verb](id, { signal: context.signal, limitUsd: costLimitOf(options) }),
      options,
    )
  }

/** Waits until the batch has ended, or needs a person, and prints its report. Ctrl-C ends the wait, not the batch. */
async function follow(context: Context, client: Client, id: string, options: JsonOption): Promise<ExitCode> {
  const { terminal, signal } = context
  let shown = ''
  const onChange = async (batch: BatchView): Promise<void> => {
    const { status, reason } = batch
    const line = plainText(`${status}: ${counts(batch)}${reason === null ? '' : `; ${reason}`}`)
    if (line !== shown) await terminal.notes.write(`${line}\n`)
    shown = line
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

function exitCodeOf({ status, jobs }: BatchView): ExitCode {
  if (status === 'cancelled') return EXIT.cancelled
  return status === 'failed' || (status === 'completed' && jobs.failed > 0) ? EXIT.failed : EXIT.done
}

async function show(
  { terminal }: Context,
  batch: BatchView,
  { json: asJson }: JsonOption,
): Promise<ExitCode> {
  await terminal.out.write(asJson ? `${json(batch)}\n` : batchLine(terminal.out, batch))
  return EXIT.done
}
