import type { Command } from 'commander'
import { addCommandGroup } from './add-command-group.ts'
import {
  type BatchOptions,
  controlBatch,
  createBatch,
  listBatches,
  viewBatch,
  watchBatch,
} from './commands/batch.ts'
import type { Context } from './commands/context.ts'
import type { ExitCode } from './output/exit-code.ts'
import { parseDollars, parseNames, parseNumber, parsePair } from './parse-options.ts'

const BATCH = 'id of the batch'

/** `prentice batch …` */
export function addBatchCommands(program: Command, context: Context, end: (code: number) => void): void {
  const command = addCommandGroup(program, 'batch', 'one prompt for many files, or for many repositories')
  const ofBatch = (
    name: string,
    description: string,
    work: (
      context: Context,
      id: string,
      options: { readonly json?: true; readonly limit?: number },
    ) => Promise<ExitCode>,
  ): Command =>
    command(name, description)
      .argument('<batch>', BATCH)
      .action(async (id: string, _: object, it: Command) =>
        end(await work(context, id, it.optsWithGlobals())),
      )

  command('create [prompt...]', 'create a batch')
    .option('--each <glob>', 'divide the files that match among the jobs; may be repeated', collect)
    .option('--per <number>', 'files for each job', parseNumber)
    .option('-R, --repo <owner/name>', 'repository of the files; by default that of this folder')
    .option('--repos <owner/name,...>', 'instead of files: one job in each of these repositories', parseNames)
    .option('--all', 'instead of files: one job in each repository that your key covers')
    .option('--first <number>', 'pilot: create this many jobs, then wait', parseNumber)
    .option('--at-once <number>', 'jobs that are active simultaneously', parseNumber)
    .option('--limit <dollars>', 'what all jobs together may cost', parseDollars)
    .option('--ref <branch>', 'branch to start from and to open the pull requests against')
    .option('--model <provider/model>', 'model; by default that of the repository')
    .option('--draft', 'open the pull requests as drafts')
    .option('-m, --metadata <name=text>', 'metadata of each job; may be repeated', parsePair)
    .option('-F, --file <path>', 'read the prompt from a file, or from standard input (-)')
    .option('-w, --wait', 'wait until the batch has ended, or needs you')
    .action(async (words: string[], _: object, it: Command) =>
      end(await createBatch(context, words, it.optsWithGlobals<BatchOptions>())),
    )
  command('list', 'list batches, newest first')
    .option('-L, --limit <number>', 'most batches to list', parseNumber, 30)
    .action(async (_: object, it: Command) => end(await listBatches(context, it.optsWithGlobals())))
  ofBatch('view', 'print the report of a batch', viewBatch)
  ofBatch('watch', 'wait until a batch has ended or needs you, and print its report', watchBatch)
  ofBatch(
    'continue',
    'create the other jobs after the pilot, or after a limit',
    controlBatch('continue'),
  ).option('--limit <dollars>', 'a higher limit', parseDollars)
  ofBatch('cancel', 'create no more jobs, and cancel the active ones', controlBatch('cancel'))
  ofBatch('retry', 'retry the jobs that failed', controlBatch('retry'))
}

const collect = (value: string, earlier: readonly string[] = []): string[] => [...earlier, value]
