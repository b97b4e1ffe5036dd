/** `npm run tasks`: gives the tasks to Prentice in the sandbox and prints which came out right. */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { endOnSignal, untilAborted } from '../../sandbox/cli/end-on-signal.ts'
import { logToStderr } from '../../sandbox/cli/log-to-stderr.ts'
import { BadOptions } from '../../sandbox/cli/read-options.ts'
import { reportAndExit } from '../../sandbox/cli/report-and-exit.ts'
import { paintFor } from '../../sandbox/cli/terminal-colors.ts'
import { type ChosenModel, chooseNamedModel, REAL_MODEL_KEYS } from '../../sandbox/world/choose-model.ts'
import { ALL_TASKS } from './all-tasks.ts'
import { compareResults } from './support/compare-results.ts'
import { doAll } from './support/do-all.ts'
import type { Done } from './support/do-task.ts'
import { findMissing } from './support/find-missing.ts'
import { openTasks } from './support/open-tasks.ts'
import { parseLines, type ResultLine, toLine } from './support/result-line.ts'
import { showTable } from './support/show-table.ts'
import type { Task } from './support/task.ts'

const USAGE = `npm run tasks -- [options]
Gives each task of test/tasks to Prentice in the sandbox and judges what comes of it.

  --only NAME   this task alone; may be given more than once
  --list        print the names
  --json        print a line of JSON for each task and nothing else
  --compare FILE  also compare the results with those of an earlier run, as --json printed them
  --verbose     print the app's log as it is
  -h, --help    print this

Scripted models do the work. With MODEL=provider/model and the key of its provider in the environment that real model
does it, for real money: at most 2 USD a task. The exit code is 1 if a task failed.
`
const INTERRUPTED = 130

await reportAndExit(async () => {
  const options = readOptions(process.argv.slice(2))
  if (options.help) process.stdout.write(USAGE)
  if (options.list) process.stdout.write(`${ALL_TASKS.map(({ name }) => name).join('\n')}\n`)
  if (options.help || options.list) return 0
  const before = options.compare === null ? null : await readResults(options.compare)
  const model = chooseNamedModel(process.env)
  note(whoWorks(model))
  const signal = endOnSignal()
  const results = await doThem(options, model, signal)
  const lines = results.map(toLine)
  if (options.json) for (const line of lines) process.stdout.write(`${JSON.stringify(line)}\n`)
  else process.stdout.write(`${showTable(results, paintFor(process.stdout, process.env))}\n`)
  // Standard output is for programs there.
  if (before !== null) {
    const comparison = compareResults(before, lines)
    if (options.json) note(comparison)
    else process.stdout.write(`\n${comparison}\n`)
  }
  if (signal.aborted) return INTERRUPTED
  return results.some(({ why }) => why !== null) ? 1 : 0
})

async function readResults(path: string): Promise<ResultLine[]> {
  try {
    return parseLines(await readFile(path, 'utf8'))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new BadOptions(`--compare ${path}: ${why}`, { cause: error })
  }
}

function note(text: string): void {
  process.stderr.write(`${text}\n`)
}

function whoWorks(model: ChosenModel | null): string {
  if (model !== null) return `${model.name} does the work`
  const key = REAL_MODEL_KEYS.find((name) => process.env[name])
  return `scripted models do the work${key === undefined ? '' : `; ${key} is used only with MODEL=provider/model`}`
}

/** The results so far where it is interrupted, in the order of the tasks. */
async function doThem(
  { tasks, verbose }: Options,
  model: ChosenModel | null,
  signal: AbortSignal,
): Promise<Done[]> {
  const results = new Map<string, Done>()
  const tell = (done: Done) => {
    if (signal.aborted) return
    results.set(done.task, done)
    note(`${done.why === null ? 'passed' : 'failed'}  ${done.task} (${done.seconds.toFixed(1)} s)`)
  }
  try {
    const able = await findAble(tasks)
    const open = await openTasks({ tasks: able, model, log: logToStderr({ verbose, signal }), signal })
    try {
      await Promise.race([doAll(open.tasks, tell, signal), untilAborted(signal)])
    } finally {
      await open.close()
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return tasks.flatMap(({ name }) => results.get(name) ?? [])
}

/** The tasks that this machine has everything for. */
async function findAble(tasks: readonly Task[]): Promise<Task[]> {
  const able = []
  for (const task of tasks) {
    const missing = await findMissing(task)
    if (missing === null) able.push(task)
    else note(`skipped ${task.name}: this machine has no ${missing}`)
  }
  return able
}

interface Options {
  readonly tasks: readonly Task[]
  readonly list: boolean
  readonly json: boolean
  /** The file with the results of an earlier run; `null`: they are not compared. */
  readonly compare: string | null
  readonly verbose: boolean
  readonly help: boolean
}

function readOptions(args: readonly string[]): Options {
  const { only = [], compare = null, list = false, json = false, verbose = false, help = false } = parse(args)
  const unknown = only.find((name) => !ALL_TASKS.some((task) => task.name === name))
  if (unknown !== undefined) {
    throw new BadOptions(
      `--only ${unknown}: there is no such task; npm run tasks -- --list shows their names`,
    )
  }
  const tasks = ALL_TASKS.filter(({ name }) => only.length === 0 || only.includes(name))
  return { tasks, compare, list, json, verbose, help }
}

function parse(args: readonly string[]) {
  const flag = { type: 'boolean' } as const
  const only = { type: 'string', multiple: true } as const
  const compare = { type: 'string' } as const
  const help = { type: 'boolean', short: 'h' } as const
  try {
    return parseArgs({
      args: [...args],
      options: { only, compare, list: flag, json: flag, verbose: flag, help },
    }).values
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
    throw new BadOptions(`${message}: npm run tasks -- --help shows the options`, { cause: error })
  }
}
