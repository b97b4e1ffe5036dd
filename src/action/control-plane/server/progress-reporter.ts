import type { AgentEvent } from '../../../contract/events.ts'
import type { EventsAnswer, EventsRequest, NumberedPrompt } from '../../../contract/runner-protocol.ts'
import { openEventQueue } from './event-queue.ts'
import { ServerRefusal } from './request.ts'
import { isTransient } from './retry.ts'

/** A run's progress on its way to the app, and what the app sends back. */
export interface ProgressReporter {
  report(event: AgentEvent): void
  takeMessages(): readonly NumberedPrompt[]
  /** Highest prompt number taken up. */
  readonly acknowledged: number
  /** Sends what is left, unless the app is away, and stops. */
  close(): Promise<void>
  /** Stops at once. */
  abandon(): void
}

export interface ProgressReporterDeps {
  readonly send: (request: EventsRequest) => Promise<EventsAnswer>
  /** Highest number among the prompts of the assignment. */
  readonly acknowledged: number
  /** The app has ended the run. */
  readonly onStop: () => void
  readonly warn: (text: string) => void
  readonly now: () => number
  readonly pace: { readonly flushMs: number; readonly heartbeatMs: number }
}

export const PACE = { flushMs: 2000, heartbeatMs: 20_000 }

/** An unreachable app does not end the run: events wait for it, and the result has its own patience. */
export function openProgressReporter(deps: ProgressReporterDeps): ProgressReporter {
  const queue = openEventQueue(deps.now)
  const inbox = openMessageInbox(deps.acknowledged)
  let acknowledged = deps.acknowledged
  let sentAt = deps.now()
  let running: Promise<void> | null = null
  let away = false
  let closed = false

  const flush = async (): Promise<void> => {
    const batch = queue.nextBatch()
    const last = batch.at(-1)?.seq ?? 0
    sentAt = deps.now()
    try {
      const answer = await deps.send({ events: batch, acknowledged })
      queue.settle(last)
      inbox.put(answer.messages)
      if (answer.stop) deps.onStop()
      away = false
    } catch (error) {
      if (error instanceof ServerRefusal && (error.status === 409 || error.status === 410)) deps.onStop()
      // What the app will never take must not stand in the way of what comes after it.
      if (!isTransient(error)) queue.settle(last)
      if (!away && !closed)
        deps.warn(`The app did not take the progress of this run: ${textOf(error)}. The work goes on.`)
      away = true
    }
  }
  const flushOnce = (): Promise<void> => {
    running ??= flush().finally(() => {
      running = null
    })
    return running
  }
  const timer = setInterval(() => {
    if (queue.size > 0 || deps.now() - sentAt >= deps.pace.heartbeatMs) void flushOnce()
  }, deps.pace.flushMs)

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
      while (queue.size > 0 && !away) await flushOnce()
    },
    abandon() {
      clearInterval(timer)
      closed = true
    },
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The caller's messages on their way to the agent. The app repeats each until it is acknowledged. */
interface MessageInbox {
  put(messages: readonly NumberedPrompt[]): void
  /** What came in since the last call, by number. */
  take(): NumberedPrompt[]
}

/** `known`: highest number the agent has from the start. */
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
