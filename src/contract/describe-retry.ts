import type { AgentEvent } from './events.ts'

type Retry = Extract<AgentEvent, { type: 'retry' }>

/** A retry in one line, with times of day in UTC. Pure. */
export function describeRetry({ host, why, retry, next, until }: Retry): string {
  const time = (at: string) => new Date(at).toISOString().slice(11, 19)
  const end = until === null ? '' : `, gives up at ${time(until)}`
  return `cannot reach the model at ${host} (${why}); retry ${retry} at ${time(next)}${end} UTC`
}
