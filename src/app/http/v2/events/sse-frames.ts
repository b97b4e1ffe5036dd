import { eventId } from '../../../domain/event-id.ts'
import type { EventBatch, KeptEvent, Progress } from '../../../records/read-progress.ts'

/** What a stream has told so far. */
export interface Told {
  /** The batch of events it is at. */
  readonly place: string
  /** The job as last told; `null` before the first time. */
  readonly job: string | null
  /** The job was the last thing told. */
  readonly endsOnJob: boolean
}

export interface Frames {
  readonly text: string
  readonly told: Told
  /** Nothing comes after this. */
  readonly isLast: boolean
}

/** How soon a client is to come back by itself. */
export const retryFrame = (ms: number): string => `retry: ${ms}\n\n`

/** Tells nothing, but keeps proxies from taking the stream for dead. */
export const HEARTBEAT = ':\n\n'

/** Has no id, so that a client which comes back names the last event. */
const jobFrame = (job: string): string => `event: job\ndata: ${job}\n\n`

/** JSON in one line, as an SSE field must be: https://html.spec.whatwg.org/multipage/server-sent-events.html */
function eventFrame({ run, seq, at, event }: KeptEvent): string {
  const data = JSON.stringify({ run, seq, at, ...event })
  return `id: ${eventId({ run, seq })}\nevent: ${event.type}\ndata: ${data}\n\n`
}

/**
 * What is news to this stream: the job at its start, events, and the job where it has changed, after all events that
 * are known, and in any case at the end.
 */
export function nextFrames(told: Told, { job, isOver, batches, more }: Progress): Frames {
  const fresh = batches.filter((batch) => batch.place > told.place)
  const start = told.job === null ? jobFrame(job) : ''
  const events = fresh.map(textOf).join('')
  const endsOnJob = events === '' && (start !== '' || told.endsOnJob)
  const hasChanged = told.job !== null && told.job !== job && !more
  const end = hasChanged || (isOver && !endsOnJob) ? jobFrame(job) : ''
  return {
    text: start + events + end,
    told: {
      place: fresh.at(-1)?.place ?? told.place,
      job: start !== '' || hasChanged ? job : told.job,
      endsOnJob: end !== '' || endsOnJob,
    },
    isLast: isOver,
  }
}

const textOf = (batch: EventBatch): string => batch.events.map(eventFrame).join('')
