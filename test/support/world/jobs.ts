import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../../../sandbox/world/start-world.ts'
import { AgentJob } from '../../../src/contract/job.ts'
import { RunList, type RunView } from '../../../src/contract/run.ts'
import { describedAt } from '../app/check-described.ts'

/** What a caller has to know. */
export type Access = Pick<World, 'baseUrl' | 'projectId' | 'apiKey'>

/** A call of the interface, as any caller would make it; `path` begins after the project's id. */
export async function call(world: Access, path: string, body?: object): Promise<Response> {
  const method = body === undefined ? 'GET' : 'POST'
  const whole = `/v2/agent/${world.projectId}${path}`
  const response = await fetch(`${world.baseUrl}${whole}`, {
    method,
    headers: { authorization: `Bearer ${world.apiKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { status, headers } = response
  const text = await response.clone().text()
  const check = await describedAt(world.baseUrl)
  check({ method, path: whole, status, headers, text })
  return response
}

/** A job's answer. The contract is strict: a field too many or too few throws here. */
async function jobOf(response: Response, status: number): Promise<AgentJob> {
  const text = await response.text()
  if (response.status !== status) throw new Error(`the app answered ${response.status}: ${text}`)
  return AgentJob.parse(JSON.parse(text))
}

export const createJob = async (world: Access, prompt: string, more: object = {}): Promise<AgentJob> =>
  jobOf(await call(world, '/job', { prompt, ...more }), 201)

export const sendMessage = async (world: Access, id: string, prompt: string): Promise<AgentJob> =>
  jobOf(await call(world, `/job/${id}/message`, { prompt }), 200)

export const cancelJob = async (world: Access, id: string): Promise<AgentJob> =>
  jobOf(await call(world, `/job/${id}/cancel`, {}), 200)

export const retryJob = async (world: Access, id: string): Promise<AgentJob> =>
  jobOf(await call(world, `/job/${id}/retry`, {}), 200)

export const readJob = async (world: Access, id: string): Promise<AgentJob> =>
  jobOf(await call(world, `/job/${id}`), 200)

export const runsOf = async (world: Access, id: string): Promise<RunView[]> =>
  RunList.parse(await (await call(world, `/job/${id}/runs`)).json()).runs

export const lastRunOf = async (world: Access, id: string): Promise<RunView> => {
  const run = (await runsOf(world, id)).at(-1)
  if (run === undefined) throw new Error(`job ${id} has no run`)
  return run
}

interface FinalJob {
  readonly job: AgentJob
  /** `X-Job-Reason` of the last answer. */
  readonly reason: string | null
}

interface WatchedJob extends FinalJob {
  /** Each answer that differed from the one before, the last one included. */
  readonly seen: readonly AgentJob[]
}

/** Longer than the server doubts a refusal of GitHub, in milliseconds. */
export const WHILE_IN_DOUBT = 200_000

/** Asks until the job is no more `active`, seldom enough that the work it waits for has the processor. */
export async function pollUntilFinal(world: Access, id: string, withinMs = 60_000): Promise<FinalJob> {
  const { job, reason } = await askUntilFinal(world, id, { withinMs, everyMs: 100 })
  return { job, reason }
}

/** The same as fast as it is answered, for what may not show even for a moment. */
export const watchUntilFinal = (world: Access, id: string): Promise<WatchedJob> =>
  askUntilFinal(world, id, { everyMs: 5 })

async function askUntilFinal(
  world: Access,
  id: string,
  pace: { readonly withinMs?: number; readonly everyMs: number },
): Promise<WatchedJob> {
  const seen: AgentJob[] = []
  const ask = async () => {
    const response = await call(world, `/job/${id}`)
    const job = await jobOf(response, 200)
    if (JSON.stringify(job) !== JSON.stringify(seen.at(-1))) seen.push(job)
    return job.status === 'active' ? null : { job, reason: response.headers.get('x-job-reason'), seen }
  }
  return until(`job ${id} to end`, ask, pace)
}

export const untilRunIs = (world: Access, id: string, state: RunView['state']): Promise<RunView> =>
  until(`the last run of ${id} to be ${state}`, async () => {
    const run = await lastRunOf(world, id)
    return run.state === state ? run : null
  })

/** The first answer of `probe` that is not `null`. */
export async function until<T>(
  what: string,
  probe: () => T | null | Promise<T | null>,
  { withinMs = 60_000, everyMs = 40 } = {},
): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const found = await probe()
    if (found !== null) return found
    if (performance.now() > deadline) throw new Error(`waited ${withinMs} ms for ${what}`)
    await sleep(everyMs)
  }
}
