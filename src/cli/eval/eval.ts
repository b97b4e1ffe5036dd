import { access, constants, stat } from 'node:fs/promises'
import { dirname, extname, resolve } from 'node:path'
import type { EvalEnd, EvalReport, EvalRequest } from '../../contract/local-eval.ts'
import type { Context } from '../commands/context.ts'
import { ACTION, requireAction, runAction } from '../commands/try.ts'
import { openGh } from '../init/gh.ts'
import { readRepository } from '../init/inspect.ts'
import { findTarget } from '../init/target.ts'
import { CommandError, EXIT, type ExitCode } from '../output/exit-code.ts'
import { fields, json, plainText } from '../output/plain-text.ts'
import type { Paint } from '../output/terminal.ts'
import { listMerged } from './merged-pulls.ts'

export interface EvalOptions {
  readonly dir?: string
  readonly last: number
  readonly model: readonly string[]
  readonly repeat: number
  readonly concurrency: number
  readonly maxCostUsd: number
  readonly cutOff?: Readonly<Record<string, string>>
  readonly output: string
  readonly setup?: true
  readonly yes?: true
  readonly json?: true
}

/** Many pull requests have no tests. */
const LISTED_FOR_EACH = 10
const MOST_LISTED = 1000

/** Evaluates models on the merged pull requests of the clone in this folder. */
export async function evaluate(context: Context, options: EvalOptions, program = ACTION): Promise<ExitCode> {
  const { terminal, folder, environment } = context
  requireAction('eval', program)
  const cutOffs = options.cutOff ?? {}
  for (const [model, month] of Object.entries(cutOffs))
    if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month))
      throw new CommandError(`--cut-off ${model}=${month}: write a month, such as ${model}=2026-01`)
  const clone = resolve(folder, options.dir ?? '.')
  const output = resolve(folder, options.output)
  await requireWritable(output)
  const target = await findTarget({
    ...{ repo: undefined, folder: clone, defaultHost: environment.GH_HOST || 'github.com' },
  })
  const gh = openGh(context, target.host)
  const { name, url } = await readRepository(gh, target.repository)
  const most = Math.min(MOST_LISTED, options.last * LISTED_FOR_EACH)
  const pulls = await listMerged(gh, name, most)
  if (pulls.length === 0)
    throw new CommandError(`${name} has no merged pull request: there is nothing to evaluate with`)
  const { last, repeat, concurrency, maxCostUsd } = options
  const end = await runAction<EvalRequest, EvalEnd>(context, 'eval', program, {
    ...{
      folder: clone,
      repository: name,
      url,
      pulls,
      last,
      repeat,
      concurrency,
      maxCostUsd,
      cutOffs,
      output,
    },
    models: [...new Set(options.model)],
    results: resultsOf(output),
    consent: {
      isolate: options.yes ? 'yes' : 'ask',
      setup: options.yes && options.setup ? 'yes' : 'ask',
    },
  })
  if (end.kind === 'obstacle') throw new CommandError(plainText(end.why))
  const { report } = end
  if (report !== null) {
    const { out, notes } = terminal
    await out.write(
      options.json ? `${json(report)}\n` : out.isTerminal ? describe(report, out.paint) : rows(report),
    )
    await notes.write(
      `The report is ${plainText(output)}, and the results are in ${plainText(resultsOf(output))}.\n`,
    )
    if (report.missing !== null)
      await notes.write(`${notes.paint.bad(`✗ Not complete: ${plainText(report.missing)}.`)}\n`)
  }
  if (end.kind === 'cancelled') return EXIT.cancelled
  return report?.missing === null ? EXIT.done : EXIT.failed
}

const resultsOf = (output: string): string =>
  `${output.slice(0, output.length - extname(output).length)}.jsonl`

async function requireWritable(output: string): Promise<void> {
  const folder = dirname(output)
  const [isFolder, canWrite] = await Promise.all([
    stat(output).then(
      (stats) => stats.isDirectory(),
      () => false,
    ),
    access(folder, constants.W_OK).then(
      () => true,
      () => false,
    ),
  ])
  // The results would be the report itself.
  if (isFolder || !canWrite || extname(output) === '.jsonl')
    throw new CommandError(
      `--output ${output}: this file cannot be written; name another one, such as report.html`,
    )
}

/** For a person: a line for each model, in words. */
function describe({ models, pulls, skipped, spentUsd }: EvalReport, paint: Paint): string {
  const unused = pulls.filter(({ verdict }) => verdict?.isUsed === false)
  const lines = models.map(({ model, resolved, unmarked, broken, costUsd, medianSeconds }) => {
    const marked =
      unmarked.of === resolved.of ? '' : `, without marked ones ${unmarked.passed} of ${unmarked.of}`
    const left = broken === 0 ? '' : `, ${broken} broke`
    const time = medianSeconds === null ? '' : `, ${Math.round(medianSeconds)} s`
    return `${paint.bold(plainText(model))}: resolved ${resolved.passed} of ${resolved.of}${marked}${left}, $${costUsd.toFixed(2)}${time}`
  })
  const used = `${pulls.length - unused.length} pull requests; not used: ${unused.length} whose tests do not tell, ${skipped.withoutTests} without tests, ${skipped.notHere} not in this clone; $${spentUsd.toFixed(2)} spent`
  return `${[...lines, paint.dim(used)].join('\n')}\n`
}

/** For a program: model, resolved, of, unmarked, of, broken, cost. */
const rows = ({ models }: EvalReport): string =>
  models
    .map(
      ({ model, resolved, unmarked, broken, costUsd }) =>
        `${fields(model, resolved.passed, resolved.of, unmarked.passed, unmarked.of, broken, costUsd.toFixed(4))}\n`,
    )
    .join('')
