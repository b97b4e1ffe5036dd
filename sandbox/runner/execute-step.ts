import { join } from 'node:path'
import { evaluateAll } from '../expressions/evaluate.ts'
import { makeFileCommands, type StepResults } from './file-commands.ts'
import type { Job } from './job.ts'
import type { WorkflowStep } from './read-workflow.ts'
import { runProcess } from './run-process.ts'
import { inputVariables } from './step-environment.ts'

interface ExecutedStep {
  readonly exitCode: number | null
  readonly results: StepResults
  readonly post: () => Promise<void>
}

/** Runs the action's `main` and returns its `post`, which runs after all steps. */
export async function executeStep(job: Job, step: WorkflowStep, stop: AbortSignal): Promise<ExecutedStep> {
  const { log } = job.setting
  const given = evaluateAll(step.with, job.contexts)
  const env = evaluateAll(step.env, job.contexts)
  const github = job.contexts.github as Record<string, unknown>
  const variables = { ...env, ...inputVariables(job.action, given, github) }
  writeHeader(job.setting, step, given, env)
  const { exitCode, results } = await executeScript(job, job.action.main, variables, stop)
  Object.assign(job.variables, Object.fromEntries(results.env))
  job.path.unshift(...results.path)
  if (exitCode !== 0) log.write(`##[error]Process completed with exit code ${exitCode ?? 'none (signal)'}.`)
  const states = [...results.state].map(([name, value]) => [`STATE_${name}`, value])
  const post = async () => {
    if (job.action.post === null) return
    log.write('Post job cleanup.')
    await executeScript(job, job.action.post, { ...variables, ...Object.fromEntries(states) }, null)
  }
  return { exitCode, results, post }
}

async function executeScript(
  job: Job,
  script: string,
  variables: Readonly<Record<string, string>>,
  stop: AbortSignal | null,
): Promise<{ exitCode: number | null; results: StepResults }> {
  const files = await makeFileCommands(job.folders.temp)
  const env = { ...job.variables, ...variables, ...files.variables }
  const running = runProcess({
    script: join(job.action.directory, script),
    cwd: job.folders.workspace,
    env: { ...env, PATH: [...job.path, env.PATH].join(':') },
    cancelTimeouts: job.setting.cancelTimeouts,
    onLine: (line) => job.setting.log.processLine(line),
  })
  job.setting.onProcess(running)
  const cancel = () => running.cancel()
  stop?.addEventListener('abort', cancel, { once: true })
  if (stop?.aborted) cancel()
  try {
    const exitCode = await running.exitCode
    const results = await files.collect()
    for (const formatError of results.formatErrors) job.setting.log.write(`##[error]${formatError}`)
    return { exitCode, results }
  } finally {
    stop?.removeEventListener('abort', cancel)
  }
}

/** The header that GitHub prints above a step: its inputs and variables, with secrets masked. */
function writeHeader(
  { log, action }: Job['setting'],
  step: WorkflowStep,
  given: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
): void {
  log.write(`##[group]${step.name}`)
  log.write(`uses: ${action}`)
  for (const [title, values] of [
    ['with:', given],
    ['env:', env],
  ] as const) {
    const shown = Object.entries(values).filter(([, value]) => value !== '')
    if (shown.length > 0) log.write(title)
    for (const [name, value] of shown) log.write(`  ${name}: ${value}`)
  }
  log.write('##[endgroup]')
}
