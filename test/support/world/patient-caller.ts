import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AgentJob } from '../../../src/contract/job.ts'
import type { Access } from './jobs.ts'

export interface PatientAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export interface PatientOptions {
  /** Repeats of one call carry the same key, so that it is done once. */
  readonly idempotencyKey?: string
  readonly withinMs?: number
}

/** One attempt; a server that was halted takes the connection and never answers. */
const ATTEMPT_MS = 5_000
const AGAIN_MS = 50

/**
 * A caller as the documentation asks for: what was not answered, or with 5xx, is sent again under the same
 * `Idempotency-Key`. Such an answer is one sentence for people; what else there is in it counts as a failure.
 */
export async function callPatiently(
  world: Access,
  path: string,
  body?: object,
  { idempotencyKey = randomUUID(), withinMs = 60_000 }: PatientOptions = {},
): Promise<PatientAnswer> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const answer = await attempt(world, path, body, idempotencyKey)
    if (typeof answer !== 'string' && answer.status < 500) return answer
    const failure = typeof answer === 'string' ? answer : checked(answer)
    if (performance.now() > deadline) throw new Error(`no answer to ${path} in ${withinMs} ms: ${failure}`)
    await sleep(AGAIN_MS)
  }
}

export const createPatiently = async (
  world: Access,
  prompt: string,
  options: PatientOptions = {},
): Promise<AgentJob> => {
  const { status, text } = await callPatiently(world, '/job', { prompt }, options)
  if (status !== 201) throw new Error(`the app answered ${status}: ${text}`)
  return AgentJob.parse(JSON.parse(text))
}

async function attempt(
  { baseUrl, projectId, apiKey }: Access,
  path: string,
  body: object | undefined,
  idempotencyKey: string,
): Promise<PatientAnswer | string> {
  try {
    const response = await fetch(`${baseUrl}/v2/agent/${projectId}${path}`, {
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ATTEMPT_MS),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (error) {
    // No answer, or half of one.
    return String(error)
  }
}

/** Stack traces, paths, keys and tokens have no place in what a stranger may read. */
const LEAK = /\bat \S+ \(|\/src\/|node_modules|sqlite|-----BEGIN|\bgh[a-z]_\w|prn_\w/i

function checked({ status, text }: PatientAnswer): string {
  const body: unknown = JSON.parse(text)
  const isPlain = typeof body === 'object' && body !== null && Object.keys(body).join() === 'error'
  if (!isPlain || LEAK.test(text)) throw new Error(`an answer ${status} tells too much: ${text}`)
  return `${status} ${text}`
}
