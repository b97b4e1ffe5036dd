/** `npm run demo`: from a prompt to a pull request, entirely on this machine. */
import { absoluteDatabaseUrl } from './cli/absolute-database-url.ts'
import { describeSource } from './cli/describe-source.ts'
import { detectRepository } from './cli/detect-repository.ts'
import { endOnSignal, untilEnter } from './cli/end-on-signal.ts'
import { createJob, followJob } from './cli/follow-job.ts'
import { logToStderr } from './cli/log-to-stderr.ts'
import { type DemoOptions, readDemoOptions } from './cli/read-options.ts'
import { reportAndExit } from './cli/report-and-exit.ts'
import { describeScriptedModel, requireKnownForm } from './cli/scripted-model.ts'
import { shorten } from './cli/shorten.ts'
import { showResult } from './cli/show-result.ts'
import { type Paint, paintFor } from './cli/terminal-colors.ts'
import { DEMO_USAGE } from './cli/usage.ts'
import { chooseRealModel } from './world/choose-model.ts'
import { startWorld, type World } from './world/start-world.ts'

/** For the README of this project, and for any other repository. */
const OWN_PROMPT = 'Replace "MIT licence" with "MIT License" in README.md'
const ANY_PROMPT = 'Create SUPPORT.md with "Questions are welcome: open an issue."'
const PROMPT_SHOWN = 300
const INTERRUPTED = 130

await reportAndExit(async () => {
  const here = detectRepository(process.cwd(), process.env)
  const options = readDemoOptions(process.argv.slice(2), here)
  if (options === null) {
    process.stdout.write(DEMO_USAGE)
    return 0
  }
  const signal = endOnSignal()
  try {
    return await demonstrate(options, here, signal)
  } catch (error) {
    if (signal.aborted) return INTERRUPTED
    throw error
  }
})

async function demonstrate(options: DemoOptions, here: string, signal: AbortSignal): Promise<number> {
  const paint = paintFor(process.stdout, process.env)
  const print = (text: string) => {
    if (!options.json) process.stdout.write(`${text}\n`)
  }
  const databaseUrl = process.env.DATABASE_URL
  const model = await chooseRealModel(process.env)
  if (model === null && options.prompt !== null) requireKnownForm(options.prompt)
  // It may cost money, so people see it before it works.
  if (model !== null) print(`${paint.bold('model')}   ${model.name}`)
  print(paint.dim('Starting a GitHub, a runner and the server on loopback …'))
  const world = await startWorld({
    signal,
    log: logToStderr({ verbose: options.verbose, signal }),
    onRunLine: (_run, line) => {
      const stage = /^##\[group\](?!Run )(.+)$/.exec(line)?.[1]
      if (stage) print(`    ${paint.dim(`runner: ${stage}`)}`)
    },
    ...(options.verbose && { appEnvironment: { LOG_LEVEL: 'info' } }),
    ...(model && { model }),
    ...(options.repository && { repository: options.repository }),
    ...(databaseUrl && { databaseUrl: absoluteDatabaseUrl(databaseUrl, here) }),
  })
  const prompt = options.prompt ?? (options.repository === null ? OWN_PROMPT : ANY_PROMPT)
  try {
    const code = await runOneJob(world, prompt, { paint, print, signal, json: options.json })
    for (const limit of describeLimits(world, paint)) print(`\n${limit}`)
    if (isAtTerminal(options)) {
      print(`\n${paint.bold('Press Enter to end the demo.')} ${describeVisit(world, paint)}`)
      await untilEnter(signal)
    } else
      print(
        paint.dim(
          '\nThe demo and its links end now. `npm run sandbox` starts the same and keeps it running.',
        ),
      )
    return code
  } finally {
    await world.close()
  }
}

/** In CI and in a pipe, nobody presses a key. */
function isAtTerminal({ json }: DemoOptions): boolean {
  return !json && process.stdin.isTTY && process.stdout.isTTY && !process.env.CI
}

function describeLimits({ source, model }: World, paint: Paint): string[] {
  const note = describeSource(source)
  return [
    ...(note === null ? [] : [paint.dim(note)]),
    ...(model === null ? [] : [`${paint.bold('model')}   a script. ${describeScriptedModel().trimEnd()}`]),
  ]
}

function describeVisit({ githubUrl, repository, dashboardUrl }: World, paint: Paint): string {
  return [
    `Until then, the links work: ${paint.good(`${githubUrl}/${repository}`)}`,
    `                            ${paint.good(dashboardUrl)}`,
    `Comment on the pull request: ${paint.bold('/prentice Append "Thanks!" to README.md')}`,
  ].join('\n')
}

interface Stage {
  readonly paint: Paint
  readonly print: (text: string) => void
  readonly signal: AbortSignal
  readonly json: boolean
}

async function runOneJob(world: World, prompt: string, stage: Stage): Promise<number> {
  const { paint, print, signal } = stage
  print(`${paint.bold('prompt')}  ${shorten(prompt, PROMPT_SHOWN)}`)
  const created = await createJob(world, prompt)
  print(`${paint.bold('job')}     ${created.id} in ${world.repository}`)
  const { job, run } = await followJob(world, created, { signal, report: (news) => print(`  ${news}`) })
  process.stdout.write(`${stage.json ? JSON.stringify(job) : await showResult(world, job, run, paint)}\n`)
  if (job.status === 'completed') return 0
  const why = run?.reason
  process.stderr.write(`${paint.bad('failed')}: ${why ? `${why.code}: ${why.message}` : job.status}\n`)
  return 1
}
