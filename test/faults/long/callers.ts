import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Access } from '../../support/world/jobs.ts'
import { callPatiently, createPatiently } from '../../support/world/patient-caller.ts'

/** A job that was answered 201, with the token of each prompt that the app has taken. */
export interface CalledJob {
  readonly id: string
  readonly tokens: string[]
}

export interface Called {
  readonly jobs: CalledJob[]
  /** Calls that were sent a second time on purpose, and what differed from the first answer. */
  repeats: number
  cancels: number
  readonly differing: string[]
}

export interface CallersSetting {
  readonly world: Access
  readonly random: () => number
  readonly callers: number
  readonly until: () => boolean
}

/** Long enough for a server that is away, an outage of GitHub and a few restarts in a row. */
const WITHIN_MS = 180_000
/** How long one caller waits for the end of a job before it continues with the next one. */
const INTEREST_MS = 60_000

/** What the agent is asked for leaves its token on the branch: once, if it was done once. */
const prompt = (token: string): string => `Append "${token}" to README.md`

/** People and programs who create jobs, send messages to them, cancel some, and repeat what was not answered. */
export async function startCallers({ world, random, callers, until }: CallersSetting): Promise<Called> {
  const called: Called = { jobs: [], repeats: 0, cancels: 0, differing: [] }

  const create = async (): Promise<CalledJob> => {
    const token = randomUUID()
    const options = { idempotencyKey: token, withinMs: WITHIN_MS }
    const { id } = await createPatiently(world, prompt(token), options)
    const job = { id, tokens: [token] }
    called.jobs.push(job)
    if (random() < 0.3) {
      called.repeats++
      const again = await createPatiently(world, prompt(token), options)
      if (again.id !== id) called.differing.push(`create ${token}: ${id}, then ${again.id}`)
    }
    return job
  }
  const send = async (job: CalledJob): Promise<void> => {
    const token = randomUUID()
    const options = { idempotencyKey: token, withinMs: WITHIN_MS }
    const path = `/job/${job.id}/message`
    const first = await callPatiently(world, path, { prompt: prompt(token) }, options)
    if (first.status !== 200)
      throw new Error(`a message to ${job.id} was answered ${first.status}: ${first.text}`)
    job.tokens.push(token)
    if (random() < 0.3) {
      called.repeats++
      const again = await callPatiently(world, path, { prompt: prompt(token) }, options)
      if (again.text !== first.text)
        called.differing.push(`message ${token}: ${first.text}, then ${again.text}`)
    }
  }
  const cancel = async (job: CalledJob): Promise<void> => {
    called.cancels++
    const { status, text } = await callPatiently(world, `/job/${job.id}/cancel`, {}, { withinMs: WITHIN_MS })
    if (status !== 200) throw new Error(`a cancel of ${job.id} was answered ${status}: ${text}`)
  }
  const awaitEnd = async (job: CalledJob): Promise<void> => {
    const deadline = performance.now() + INTEREST_MS
    while (performance.now() < deadline && !until()) {
      const { status, text } = await callPatiently(world, `/job/${job.id}`, undefined, {
        withinMs: WITHIN_MS,
      })
      if (status !== 200) throw new Error(`job ${job.id} was answered ${status}: ${text}`)
      if (!text.includes('"status":"active"')) return
      await sleep(500)
    }
  }
  const live = async (): Promise<void> => {
    while (!until()) {
      const job = await create()
      if (random() < 0.25) await send(job)
      await sleep(random() * 3000)
      if (random() < 0.1) await cancel(job)
      await awaitEnd(job)
      if (random() < 0.4 && !until()) await send(job)
    }
  }
  await Promise.all(Array.from({ length: callers }, live))
  return called
}
