import autocannon, { type Client, type Request } from 'autocannon'
import type { Target } from '../target/start-target.ts'

/** The requests of all connections. Each connection repeats its own share of them. */
export interface Load {
  readonly requests: readonly Request[]
  /** The expected status. */
  readonly status: number | readonly number[]
}

export interface LoadResult {
  readonly requests: number
  readonly cpuSeconds: number
}

export const CONNECTIONS = 50

/** Sends requests for a time or up to a number, and measures the CPU time of the server. */
export async function runLoad(
  target: Target,
  { requests, status }: Load,
  until: { readonly duration: number } | { readonly amount: number },
): Promise<LoadResult> {
  let connected = 0
  const setupClient = (client: Client) => client.setRequests(shareOf(requests, connected++))
  const headers = { authorization: `Bearer ${target.key}`, 'content-type': 'application/json' }
  const before = await target.usage()
  const result = await autocannon({
    url: target.url,
    connections: CONNECTIONS,
    headers,
    setupClient,
    ...until,
  })
  const after = await target.usage()
  const counts = [status].flat().map((one) => result.statusCodeStats?.[`${one}`]?.count ?? 0)
  const responses = counts.reduce((sum, count) => sum + count, 0)
  if (result.errors > 0 || responses !== result.requests.total) {
    const seen = JSON.stringify(result.statusCodeStats)
    throw new Error(`${requests[0]?.path}: expected ${status} only, got ${seen} and ${result.errors} errors`)
  }
  return {
    requests: responses,
    cpuSeconds: after.cpuSeconds - before.cpuSeconds,
  }
}

/** With the same list, all connections would request the same job simultaneously. */
const shareOf = (requests: readonly Request[], connection: number): Request[] => {
  const share = requests.filter((_, index) => index % CONNECTIONS === connection % CONNECTIONS)
  return share.length > 0 ? share : [...requests]
}
