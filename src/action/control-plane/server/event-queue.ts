import type { AgentEvent, RecordedEvent } from '../../../contract/events.ts'

/** Limits of one request. */
const BATCH_EVENTS = 500
const BATCH_BYTES = 60 * 1024

/** Events that the server has not acknowledged, in order. They are kept while it is unreachable. */
export interface EventQueue {
  add(event: AgentEvent): void
  /** The oldest events that fit into one request. */
  nextBatch(): RecordedEvent[]
  /** Removes the events up to `seq`: the server has accepted or rejected them. */
  settle(seq: number): void
  readonly size: number
}

export function openEventQueue(now: () => number): EventQueue {
  let waiting: RecordedEvent[] = []
  let last = 0
  return {
    add(event) {
      last += 1
      waiting.push({ seq: last, at: new Date(now()).toISOString(), event })
    },
    nextBatch: () => takeBatch(waiting),
    settle(seq) {
      waiting = waiting.filter((event) => event.seq > seq)
    },
    get size() {
      return waiting.length
    },
  }
}

function takeBatch(waiting: readonly RecordedEvent[]): RecordedEvent[] {
  const batch: RecordedEvent[] = []
  let bytes = 0
  for (const event of waiting.slice(0, BATCH_EVENTS)) {
    bytes += Buffer.byteLength(JSON.stringify(event)) + 1
    if (bytes > BATCH_BYTES && batch.length > 0) break
    batch.push(event)
  }
  return batch
}
