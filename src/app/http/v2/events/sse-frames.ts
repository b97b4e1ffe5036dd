import { eventId } from '../../../domain/event-id.ts'
import type { EventBatch, KeptEvent, Progress } from '../../../records/read-progress.ts'

/** What a stream has sent so far. */
export interface Sent {
  /** The batch of events it is at. */
  readonly place: string
  /** The job as last sent; `null` before the first. */
  readonly job: string | null
  /** The last event was `job`. */
  readonly endsOnJob: boolean
}

export interface Frames {
  readonly text: string
  readonly sent: Sent
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
export function nextFrames(sent: Sent, { job, isOver, batches, more }: Progress): Frames {
  const fresh = batches.filter((batch) => batch.place > sent.place)
  const start = sent.job === null ? jobFrame(job) : ''
  const events = fresh.map(textOf).join('')
  const endsOnJob = events === '' && (start !== '' || sent.endsOnJob)
  const hasChanged = sent.job !== null && sent.job !== job && !more
  const end = hasChanged || (isOver && !endsOnJob) ? jobFrame(job) : ''
  return {
    text: start + events + end,
    sent: {
      place: fresh.at(-1)?.place ?? sent.place,
      job: start !== '' || hasChanged ? job : sent.job,
      endsOnJob: end !== '' || endsOnJob,
    },
    isLast: isOver,
  }
}

const textOf = (batch: EventBatch): string => batch.events.map(eventFrame).join('')
