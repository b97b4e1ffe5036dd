/** `npm run demo`: from a sentence to a pull request, on this machine alone. */
import { endOnSignal } from './terminal/end-on-signal.ts'
import { createJob, type DemoJob, type DemoRun, followJob } from './terminal/follow-job.ts'
import { type Paint, paintFor } from './terminal/paint.ts'
import { type DemoOptions, readDemoOptions } from './terminal/read-options.ts'
import { reportAndExit } from './terminal/report-and-exit.ts'
import { showDiff } from './terminal/show-diff.ts'
import { startWorld, type World } from './world.ts'

const PROMPT =
  'Create docs/hello-from-prentice.md with "Hello! A sentence went in, and this pull request came out."'
const INTERRUPTED = 130

await reportAndExit(async () => {
  const options = readDemoOptions(process.argv.slice(2))
  const signal = endOnSignal()
  try {
    return await demonstrate(options, signal)
  } catch (error) {
    if (signal.aborted) return INTERRUPTED
    throw error
  }
})

async function demonstrate(options: DemoOptions, signal: AbortSignal): Promise<number> {
  const paint = paintFor(process.stdout, process.env)
  const print = (text: string) => {
    if (!options.json) process.stdout.write(`${text}\n`)
  }
  print(paint.dim('Starting a GitHub, a runner and the app on loopback …'))
  const world = await startWorld({
    signal,
    modelEnvironment: process.env,
    log: (message) => process.stderr.write(`${message}\n`),
    onRunLine: (_run, line) => {
      const stage = /^##\[group\](?!Run )(.+)$/.exec(line)?.[1]
      if (stage) print(`    ${paint.dim(`runner: ${stage}`)}`)
    },
    ...(options.repository && { repository: options.repository }),
  })
  try {
    return await runOneJob(world, options.prompt ?? PROMPT, { paint, print, signal, json: options.json })
  } finally {
    await world.close()
  }
}

interface Stage {
  readonly paint: Paint
  readonly print: (text: string) => void
  readonly signal: AbortSignal
  readonly json: boolean
}

async function runOneJob(world: World, prompt: string, stage: Stage): Promise<number> {
  const { paint, print, signal } = stage
  print(`${paint.bold('prompt')}  ${prompt}`)
  const created = await createJob(world, prompt)
  print(`${paint.bold('job')}     ${created.id} in ${world.repository}`)
  const { job, run } = await followJob(world, created, { signal, tell: (news) => print(`  ${news}`) })
  if (stage.json) process.stdout.write(`${JSON.stringify(job)}\n`)
  else await showResult(world, job, run, stage)
  if (job.status === 'completed') return 0
  const why = run?.reason
  process.stderr.write(`${paint.bad('failed')}: ${why ? `${why.code}: ${why.message}` : job.status}\n`)
  return 1
}

async function showResult(
  world: World,
  job: DemoJob,
  run: DemoRun | null,
  { paint, print }: Stage,
): Promise<void> {
  if (job.source.ref) print(`\n${await showDiff(world.gitDirectory, job.source.ref, paint.colours)}`)
  if (run?.summary) print(`${paint.bold('summary')}       ${run.summary}`)
  if (job.prLink) print(`${paint.bold('pull request')}  ${paint.good(job.prLink)}`)
  else if (run?.reason && job.status === 'completed') print(run.reason.message)
  print(`\n${JSON.stringify(job, null, 2)}`)
}
