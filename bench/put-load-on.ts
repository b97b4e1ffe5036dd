import autocannon, { type Client, type Request } from 'autocannon'
import type { Target } from './start-target.ts'

/** What the connections send: each has a share of the requests of its own and goes round in it. */
export interface Load {
  readonly requests: readonly Request[]
  /** What counts as an answer. */
  readonly status: number | readonly number[]
}

export interface Served {
  readonly requests: number
  readonly cpuSeconds: number
}

export const CONNECTIONS = 50

/** Sends for so many seconds, or so many requests, and tells what they took of the server's CPU. */
export async function putLoadOn(
  target: Target,
  { requests, status }: Load,
  until: { readonly duration: number } | { readonly amount: number },
): Promise<Served> {
  let connected = 0
  const setupClient = (client: Client) => client.setRequests(shareOf(requests, connected++))
  const headers = { authorization: `Bearer ${target.key}`, 'content-type': 'application/json' }
  const before = await target.used()
  const result = await autocannon({
    url: target.url,
    connections: CONNECTIONS,
    headers,
    setupClient,
    ...until,
  })
  const after = await target.used()
  const counts = [status].flat().map((one) => result.statusCodeStats?.[`${one}`]?.count ?? 0)
  const answers = counts.reduce((sum, count) => sum + count, 0)
  if (result.errors > 0 || answers !== result.requests.total) {
    const seen = JSON.stringify(result.statusCodeStats)
    throw new Error(`${requests[0]?.path}: expected ${status} only, got ${seen} and ${result.errors} errors`)
  }
  return {
    requests: answers,
    cpuSeconds: after.cpuSeconds - before.cpuSeconds,
  }
}

/** Two connections that went through the same list in step would always be at the same job. */
const shareOf = (requests: readonly Request[], connection: number): Request[] => {
  const share = requests.filter((_, index) => index % CONNECTIONS === connection % CONNECTIONS)
  return share.length > 0 ? share : [...requests]
}
