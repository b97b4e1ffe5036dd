import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../world/start-world.ts'

export interface DemoJob {
  readonly id: string
  readonly status: string
  readonly source: { readonly repository: string; readonly ref: string | null }
  readonly prLink: string | null
}

export interface DemoRun {
  readonly state: string
  readonly reason: { readonly code: string; readonly message: string } | null
  readonly summary: string | null
  readonly usage: {
    readonly steps: number
    readonly inputTokens: number
    readonly cachedInputTokens: number
    readonly outputTokens: number
    readonly costUsd: number | null
  } | null
  readonly workflowRunUrl: string | null
}

type Access = Pick<World, 'baseUrl' | 'projectId' | 'apiKey'>

const ASK_AGAIN_MS = 100

/** Creates a job over HTTP, as any caller would. */
export const createJob = (world: Access, prompt: string): Promise<DemoJob> =>
  call<DemoJob>(world, '/job', { prompt })

/** Asks until the job has ended; tells each change of its status and of its run's state. */
export async function followJob(
  world: Access,
  created: DemoJob,
  options: { readonly tell: (news: string) => void; readonly signal: AbortSignal },
): Promise<{ readonly job: DemoJob; readonly run: DemoRun | null }> {
  const told = new Set<string>()
  const tellOnce = (news: string) => {
    if (told.has(news)) return
    told.add(news)
    options.tell(news)
  }
  for (;;) {
    const job = await call<DemoJob>(world, `/job/${created.id}`)
    const { runs } = await call<{ runs: DemoRun[] }>(world, `/job/${created.id}/runs`)
    const run = runs.at(-1) ?? null
    if (run) tellOnce(`run ${run.state}`)
    if (run?.workflowRunUrl) tellOnce(`workflow run ${run.workflowRunUrl}`)
    if (job.status !== 'active') {
      tellOnce(`job ${job.status}`)
      return { job, run }
    }
    await sleep(ASK_AGAIN_MS, undefined, { signal: options.signal })
  }
}

async function call<Answer>(world: Access, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${world.baseUrl}/v2/agent/${world.projectId}${path}`, {
    headers: { authorization: `Bearer ${world.apiKey}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`the app answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Answer
}
