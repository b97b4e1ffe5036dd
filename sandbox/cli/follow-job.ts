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

const POLL_MS = 100

/** Creates a job over HTTP, like any caller. */
export const createJob = (world: Access, prompt: string): Promise<DemoJob> =>
  call<DemoJob>(world, '/job', { prompt })

/** Polls the job until it has ended, and reports each change of its status and of its run's state. */
export async function followJob(
  world: Access,
  created: DemoJob,
  options: { readonly report: (news: string) => void; readonly signal: AbortSignal },
): Promise<{ readonly job: DemoJob; readonly run: DemoRun | null }> {
  const reported = new Set<string>()
  const reportOnce = (news: string) => {
    if (reported.has(news)) return
    reported.add(news)
    options.report(news)
  }
  for (;;) {
    const job = await call<DemoJob>(world, `/job/${created.id}`)
    const { runs } = await call<{ runs: DemoRun[] }>(world, `/job/${created.id}/runs`)
    const run = runs.at(-1) ?? null
    if (run) reportOnce(`run ${run.state}`)
    if (run?.workflowRunUrl) reportOnce(`workflow run ${run.workflowRunUrl}`)
    if (job.status !== 'active') {
      reportOnce(`job ${job.status}`)
      return { job, run }
    }
    await sleep(POLL_MS, undefined, { signal: options.signal })
  }
}

async function call<Body>(world: Access, path: string, body?: object): Promise<Body> {
  const response = await fetch(`${world.baseUrl}/v2/agent/${world.projectId}${path}`, {
    headers: { authorization: `Bearer ${world.apiKey}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`the app responded with ${response.status}: ${await response.text()}`)
  return (await response.json()) as Body
}
