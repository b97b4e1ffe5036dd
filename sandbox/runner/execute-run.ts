import { rm } from 'node:fs/promises'
import { evaluateCondition } from '../expressions/evaluate.ts'
import { executeStep } from './execute-step.ts'
import { type Job, openJob, type RunSetting } from './job.ts'
import type { Conclusion, QueuedRun } from './queued-run.ts'
import { readWorkflow } from './read-workflow.ts'

export interface ExecutedRun {
  readonly conclusion: Conclusion
  readonly exitCode: number | null
  readonly outputs: Readonly<Record<string, string>>
  readonly summary: string
}

/** The condition of its job does not hold. */
const SKIPPED: ExecutedRun = { conclusion: 'skipped', exitCode: null, outputs: {}, summary: '' }

/** Runs the one job of a workflow: its steps, then their post steps in reverse. */
export async function executeRun(run: QueuedRun, setting: RunSetting): Promise<ExecutedRun> {
  for (const secret of [...Object.values({ ...setting.secrets, ...run.secrets }), run.githubToken])
    setting.log.addMask(secret)
  const workflow = readWorkflow(run.workflowText, setting.action)
  const action = await setting.readAction()
  try {
    const job = await openJob(run, setting, workflow, action)
    if (!evaluateCondition(workflow.condition, job.contexts)) return SKIPPED
    return await executeJob(job)
  } finally {
    await rm(setting.directory, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function executeJob(job: Job): Promise<ExecutedRun> {
  const { log, cancelled, ended } = job.setting
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), job.workflow.timeoutMinutes * 60_000)
  const outputs: Record<string, string> = {}
  const summaries: string[] = []
  const posts: (() => Promise<unknown>)[] = []
  let exitCode: number | null = 0
  let failed = false
  const stop = AbortSignal.any([cancelled, timeout.signal])
  try {
    for (const step of job.workflow.steps) {
      if (stop.aborted || failed) break
      const ran = await executeStep(job, step, stop)
      exitCode = ran.exitCode
      failed = ran.exitCode !== 0 || ran.results.formatErrors.length > 0
      Object.assign(outputs, Object.fromEntries(ran.results.outputs))
      summaries.push(ran.results.summary)
      posts.unshift(ran.post)
    }
    // As on GitHub, post steps run after a cancel too, in new processes, unless it is forced.
    for (const post of posts) if (!ended.aborted) await post()
  } finally {
    clearTimeout(timer)
  }
  if (timeout.signal.aborted)
    log.write(`##[error]The job has exceeded ${job.workflow.timeoutMinutes} minutes.`)
  const summary = summaries.map((text) => log.mask(text)).join('')
  return { conclusion: conclude(stop, failed), exitCode, outputs, summary }
}

/** GitHub reports a timeout as cancelled: https://github.com/paiml/aprender/issues/3293 */
function conclude(stop: AbortSignal, failed: boolean): Conclusion {
  if (stop.aborted) return 'cancelled'
  return failed ? 'failure' : 'success'
}
