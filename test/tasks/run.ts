/** `npm run tasks`: gives the tasks to Prentice in the sandbox and prints which came out right. */
import { parseArgs } from 'node:util'
import { endOnSignal, untilAborted } from '../../sandbox/cli/end-on-signal.ts'
import { logToStderr } from '../../sandbox/cli/log-to-stderr.ts'
import { BadOptions } from '../../sandbox/cli/read-options.ts'
import { reportAndExit } from '../../sandbox/cli/report-and-exit.ts'
import { paintFor } from '../../sandbox/cli/terminal-colors.ts'
import { type ChosenModel, chooseNamedModel, REAL_MODEL_KEYS } from '../../sandbox/world/choose-model.ts'
import { ALL_TASKS } from './all-tasks.ts'
import { doAll } from './support/do-all.ts'
import type { Done } from './support/do-task.ts'
import { openTasks } from './support/open-tasks.ts'
import { showTable } from './support/show-table.ts'
import type { Task } from './support/task.ts'

const USAGE = `npm run tasks -- [options]
Gives each task of test/tasks to Prentice in the sandbox and judges what comes of it.

  --only NAME   this task alone; may be given more than once
  --list        print the names
  --json        print the results as JSON and nothing else
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
  const model = chooseNamedModel(process.env)
  note(whoWorks(model))
  const signal = endOnSignal()
  const results = await doThem(options, model, signal)
  if (options.json) process.stdout.write(`${JSON.stringify(results.map(forMachines), null, 2)}\n`)
  else process.stdout.write(`${showTable(results, paintFor(process.stdout, process.env))}\n`)
  if (signal.aborted) return INTERRUPTED
  return results.some(({ why }) => why !== null) ? 1 : 0
})

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
    const open = await openTasks({ tasks, model, log: logToStderr({ verbose, signal }), signal })
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

interface Options {
  readonly tasks: readonly Task[]
  readonly list: boolean
  readonly json: boolean
  readonly verbose: boolean
  readonly help: boolean
}

function readOptions(args: readonly string[]): Options {
  const { only = [], list = false, json = false, verbose = false, help = false } = parse(args)
  const unknown = only.find((name) => !ALL_TASKS.some((task) => task.name === name))
  if (unknown !== undefined) {
    throw new BadOptions(
      `--only ${unknown}: there is no such task; npm run tasks -- --list shows their names`,
    )
  }
  const tasks = ALL_TASKS.filter(({ name }) => only.length === 0 || only.includes(name))
  return { tasks, list, json, verbose, help }
}

function parse(args: readonly string[]) {
  const flag = { type: 'boolean' } as const
  const only = { type: 'string', multiple: true } as const
  const help = { type: 'boolean', short: 'h' } as const
  try {
    return parseArgs({ args: [...args], options: { only, list: flag, json: flag, verbose: flag, help } })
      .values
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
    throw new BadOptions(`${message}: npm run tasks -- --help shows the options`, { cause: error })
  }
}

/** Without the files: they are long, and the world they came from is gone. */
function forMachines({ task, model, why, usage, seconds, work }: Done): object {
  return {
    task,
    model,
    passed: why === null,
    why,
    ...usage,
    seconds: Math.round(seconds * 10) / 10,
    pullRequest: work?.pulls[0] ?? null,
    summary: work?.summary ?? null,
  }
}
