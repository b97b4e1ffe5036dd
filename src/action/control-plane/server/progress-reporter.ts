import type { AgentEvent, RecordedEvent } from '../../../contract/events.ts'
import type {
  EventsRequest,
  EventsResponse,
  NumberedPrompt,
} from '../../../contract/runner-protocol/protocol.ts'
import { messageOf } from '../../text/format.ts'
import { isTransient, type RetryPolicy, ServerRefusal, withRetries } from './request.ts'

/** Sends the progress of a run to the server, and receives messages from it. */
interface ProgressReporter {
  report(event: AgentEvent): void
  takeMessages(): readonly NumberedPrompt[]
  /** Highest number of a prompt that the agent has received. */
  readonly acknowledged: number
  /** Sends the remaining events, with retries while the server is unreachable, and stops. */
  close(): Promise<void>
  /** Stops without sending. */
  abandon(): void
}

interface ReporterOptions {
  readonly send: (request: EventsRequest) => Promise<EventsResponse>
  /** Highest number among the prompts of the assignment. */
  readonly acknowledged: number
  /** The server has ended the run. */
  readonly onStop: () => void
  readonly warn: (text: string) => void
  readonly now: () => number
  readonly intervals: { readonly flushMs: number; readonly heartbeatMs: number }
  /** For the remaining events at the end. */
  readonly lastRetries: RetryPolicy
  /** The run is stopped: ends requests and retries. */
  readonly signal: AbortSignal
}

export const REPORT_INTERVALS = { flushMs: 2000, heartbeatMs: 20_000 }

/** Long enough for a restart of the server. The result, which matters more, waits meanwhile. */
export const LAST_EVENTS_RETRIES: RetryPolicy = { totalMs: 60_000, firstWaitMs: 1000 }

/** An unreachable server does not end the run: events wait, and the result has its own retries. */
export function openProgressReporter(options: ReporterOptions): ProgressReporter {
  const queue = openEventQueue(options.now)
  const inbox = openMessageInbox(options.acknowledged)
  let acknowledged = options.acknowledged
  let sentAt = options.now()
  let running: Promise<boolean> | null = null
  let isUnreachable = false
  let closed = false

  /** Resolves to whether the next batch can follow. */
  const flush = async (send: ReporterOptions['send']): Promise<boolean> => {
    const batch = queue.nextBatch()
    const last = batch.at(-1)?.seq ?? 0
    sentAt = options.now()
    try {
      const answer = await send({ events: batch, acknowledged })
      queue.settle(last)
      inbox.put(answer.messages)
      if (answer.stop) options.onStop()
      isUnreachable = false
      return true
    } catch (error) {
      const hasEnded = error instanceof ServerRefusal && (error.status === 409 || error.status === 410)
      if (hasEnded) options.onStop()
      // Events that the server rejects must not block the next ones.
      if (!isTransient(error)) queue.settle(last)
      // A run that is stopped breaks off its request: not the server's doing.
      if (!isUnreachable && !closed && !options.signal.aborted)
        options.warn(
          `The server did not accept the progress of this run: ${messageOf(error)}. The work continues.`,
        )
      isUnreachable = true
      return !hasEnded && !isTransient(error)
    }
  }
  const flushOnce = (): Promise<boolean> => {
    running ??= flush(options.send).finally(() => {
      running = null
    })
    return running
  }
  const timer = setInterval(() => {
    if (queue.size > 0 || options.now() - sentAt >= options.intervals.heartbeatMs) void flushOnce()
  }, options.intervals.flushMs)

  return {
    report(event) {
      queue.add(event)
      if (event.type === 'message') acknowledged = Math.max(acknowledged, event.number)
    },
    takeMessages: () => inbox.take(),
    get acknowledged() {
      return acknowledged
    },
    async close() {
      clearInterval(timer)
      await running
      const send: ReporterOptions['send'] = (request) =>
        withRetries(() => options.send(request), options.lastRetries, options.signal)
      let canFollow = true
      while (queue.size > 0 && canFollow) canFollow = await flush(send)
    },
    abandon() {
      clearInterval(timer)
      closed = true
    },
  }
}

/** The caller's messages for the agent. The server repeats each until it is acknowledged. */
interface MessageInbox {
  put(messages: readonly NumberedPrompt[]): void
  /** Messages since the last call, by number. */
  take(): NumberedPrompt[]
}

/** `known`: highest prompt number in the assignment. */
function openMessageInbox(known: number): MessageInbox {
  let highest = known
  let waiting: NumberedPrompt[] = []
  return {
    put(messages) {
      for (const message of messages.toSorted((a, b) => a.number - b.number)) {
        if (message.number <= highest) continue
        highest = message.number
        waiting.push(message)
      }
    },
    take() {
      const taken = waiting
      waiting = []
      return taken
    },
  }
}

/** Limits of one request. */
const BATCH_EVENTS = 500
const BATCH_BYTES = 60 * 1024

/** Events that the server has not acknowledged, in order. They are kept while it is unreachable. */
interface EventQueue {
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
