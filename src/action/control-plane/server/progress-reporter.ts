import type { AgentEvent } from '../../../contract/events.ts'
import type {
  EventsRequest,
  EventsResponse,
  NumberedPrompt,
} from '../../../contract/runner-protocol/protocol.ts'
import { openEventQueue } from './event-queue.ts'
import { ServerRefusal } from './request.ts'
import { isTransient, type RetryPolicy, withRetries } from './retry.ts'

/** Sends the progress of a run to the server, and receives messages from it. */
export interface ProgressReporter {
  report(event: AgentEvent): void
  takeMessages(): readonly NumberedPrompt[]
  /** Highest number of a prompt that the agent has received. */
  readonly acknowledged: number
  /** Sends the remaining events, with retries while the server is unreachable, and stops. */
  close(): Promise<void>
  /** Stops without sending. */
  abandon(): void
}

export interface ProgressReporterDeps {
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
export function openProgressReporter(deps: ProgressReporterDeps): ProgressReporter {
  const queue = openEventQueue(deps.now)
  const inbox = openMessageInbox(deps.acknowledged)
  let acknowledged = deps.acknowledged
  let sentAt = deps.now()
  let running: Promise<boolean> | null = null
  let isUnreachable = false
  let closed = false

  /** Resolves to whether the next batch can follow. */
  const flush = async (send: ProgressReporterDeps['send']): Promise<boolean> => {
    const batch = queue.nextBatch()
    const last = batch.at(-1)?.seq ?? 0
    sentAt = deps.now()
    try {
      const answer = await send({ events: batch, acknowledged })
      queue.settle(last)
      inbox.put(answer.messages)
      if (answer.stop) deps.onStop()
      isUnreachable = false
      return true
    } catch (error) {
      const hasEnded = error instanceof ServerRefusal && (error.status === 409 || error.status === 410)
      if (hasEnded) deps.onStop()
      // Events that the server rejects must not block the next ones.
      if (!isTransient(error)) queue.settle(last)
      // A run that is stopped breaks off its request: not the server's doing.
      if (!isUnreachable && !closed && !deps.signal.aborted)
        deps.warn(`The server did not accept the progress of this run: ${textOf(error)}. The work continues.`)
      isUnreachable = true
      return !hasEnded && !isTransient(error)
    }
  }
  const flushOnce = (): Promise<boolean> => {
    running ??= flush(deps.send).finally(() => {
      running = null
    })
    return running
  }
  const timer = setInterval(() => {
    if (queue.size > 0 || deps.now() - sentAt >= deps.intervals.heartbeatMs) void flushOnce()
  }, deps.intervals.flushMs)

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
      const send: ProgressReporterDeps['send'] = (request) =>
        withRetries(() => deps.send(request), deps.lastRetries, deps.signal)
      let canFollow = true
      while (queue.size > 0 && canFollow) canFollow = await flush(send)
    },
    abandon() {
      clearInterval(timer)
      closed = true
    },
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

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
