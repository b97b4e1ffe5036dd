import { createHash } from 'node:crypto'
import type { Reviewed } from '../../../src/app/domain/run.ts'
import { type JobKey, runId } from '../../../src/app/domain/run-id.ts'
import type { RunEvent } from '../../../src/app/domain/run-state-machine.ts'
import { loadJob } from '../../../src/app/job-store/job-record.ts'
import { advanceJob, type JobStore } from '../../../src/app/job-store/update-job.ts'
import type { PatchLimits } from '../../../src/app/limits/patch-quota.ts'
import { createLog } from '../../../src/app/log/create-log.ts'
import { recordEvents } from '../../../src/app/runs/record-events.ts'
import { recordPatch } from '../../../src/app/runs/record-patch.ts'
import { recordResult } from '../../../src/app/runs/record-result.ts'
import type { ChecksOutcome } from '../../../src/contract/checks.ts'
import type { AgentEvent } from '../../../src/contract/events.ts'
import type { Question } from '../../../src/contract/question.ts'
import { reason } from '../../../src/contract/reasons.ts'
import type { Finding } from '../../../src/contract/review.ts'

export const SECRET = 's'.repeat(43)
const workflow = { repositoryId: 1234, ownerId: 77, file: 'prentice.yml', branch: 'main', actorId: 41 }

const UNLIMITED = { projectBytes: Number.POSITIVE_INFINITY, accountBytes: Number.POSITIVE_INFINITY }

/** A runner that has claimed the job's current run, on the use cases themselves: what the runner routes would call. */
export async function seatedRunner(
  deps: JobStore & { readonly patchLimits?: PatchLimits },
  key: JobKey,
  {
    firstWorkflowRun = 1001,
    baseHead = null,
    review,
  }: {
    readonly firstWorkflowRun?: number
    readonly baseHead?: string | null
    readonly review?: Reviewed
  } = {},
) {
  const found = await loadJob(deps.store, key)
  if (found === null) throw new Error(`there is no job ${key.job}`)
  const number = found.job.run.number
  const run = runId({ ...key, run: number })
  const advance = (event: RunEvent) => advanceJob(deps, { ...key, run: number }, event)
  const dueAt = deps.now() + 60_000
  const plan = { attempt: 1, workflow, filesSha: 'a'.repeat(40), base: 'main', newBranch: null }
  const secretHash = createHash('sha256').update(SECRET).digest('hex')
  await advance({ type: 'dispatching', plan, dueAt })
  await advance({
    type: 'claimed',
    secretHash,
    baseHead,
    review,
    workflowRunId: firstWorkflowRun + number - 1,
    url: 'https://x/1',
    dueAt,
  })

  const reporting = { ...deps, ...createLog('silent') }
  let seq = 0
  return {
    run,
    number,
    /** Reports these in one batch, as the runner numbers them. */
    async report(...events: AgentEvent[]): Promise<void> {
      const at = new Date(deps.now()).toISOString()
      const recorded = events.map((event) => ({ seq: ++seq, at, event }))
      await recordEvents(reporting, run, SECRET, { events: recorded, acknowledged: 0 })
    },
    keepPatch: (text: string) =>
      recordPatch({ patchLimits: UNLIMITED, ...deps }, run, SECRET, async () => Buffer.from(text)),
    /** Reports that the model failed; `confirm` ends the run, as the server does when it has verified that. */
    async fail(message: string) {
      const why = reason('model-failed', message)
      const usage = { steps: 1, inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, costUsd: null }
      const result = {
        outcome: 'failed',
        acknowledged: 0,
        summary: null,
        usage,
        reason: why,
        published: null,
      } as const
      await recordResult(reporting, run, SECRET, result)
      return { confirm: () => advance({ type: 'failed', reason: why }) }
    },
    /** Reports that nothing had to change, and GitHub confirms it. `review`: id of the posted one; `why`: the reason. */
    async finish(
      summary: string,
      {
        review,
        why,
        ...more
      }: {
        readonly output?: unknown
        readonly checks?: ChecksOutcome
        readonly findings?: Finding[]
        readonly review?: number
        readonly why?: string
      } = {},
    ): Promise<void> {
      const none = { outcome: 'no-change', usage: null, headSha: null } as const
      const result = { ...none, acknowledged: 0, summary, ...more }
      await recordResult(reporting, run, SECRET, result)
      const because = why === undefined ? {} : { reason: { ...reason('no-change'), message: why } }
      await advance({
        type: 'confirmed',
        delivered: { ...because, ...(review !== undefined && { review }) },
      })
    },
    /** Reports a question, and GitHub confirms that nothing was changed. */
    async ask(question: Question & { readonly notes?: string }): Promise<void> {
      const result = {
        outcome: 'no-change',
        acknowledged: 0,
        summary: '',
        usage: null,
        headSha: null,
      } as const
      await recordResult(reporting, run, SECRET, { ...result, question })
      await advance({ type: 'confirmed', delivered: { reason: reason('input-required') } })
    },
  }
}

export const note = (text: string): AgentEvent => ({ type: 'note', text })
