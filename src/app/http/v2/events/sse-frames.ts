import { eventId } from '../../../domain/event-id.ts'
import type { KeptEvent, Progress } from '../../../records/read-progress.ts'

/** What a stream has sent so far. */
export interface Sent {
  /** The last batch of events that was sent completely. */
  readonly place: string
  /** The last event of a batch that was sent in part; `null`: the next batch is sent from its start. */
  readonly within: { readonly run: number; readonly seq: number } | null
  /** The job as last sent; `null` before the first. */
  readonly job: string | null
  /** The last event was `job`. */
  readonly endsOnJob: boolean
}

export const NOTHING_SENT: Sent = { place: '', within: null, job: null, endsOnJob: false }

export interface Frames {
  readonly text: string
  readonly sent: Sent
  /** False: there was no room for all of it. */
  readonly isComplete: boolean
  /** Nothing comes after this. */
  readonly isLast: boolean
}

/** How soon a client reconnects by itself. */
export const retryFrame = (ms: number): string => `retry: ${ms}\n\n`

/** Has no content, but keeps proxies from closing an idle stream. */
export const HEARTBEAT = ':\n\n'

/** Has no id, so that a client which reconnects names the last event. */
const jobFrame = (job: string): string => `event: job\ndata: ${job}\n\n`

/** JSON in one line, as an SSE field must be: https://html.spec.whatwg.org/multipage/server-sent-events.html */
function eventFrame({ run, seq, at, event }: KeptEvent): string {
  const data = JSON.stringify({ run, seq, at, ...event })
  return `id: ${eventId({ run, seq })}\nevent: ${event.type}\ndata: ${data}\n\n`
}

/**
 * What is new to this stream: the job at its start, events, and the job if it has changed, after all known events, and
 * in any case at the end. Stops after the frame that exceeds `room`, in bytes.
 */
export function nextFrames(sent: Sent, progress: Progress, room: number): Frames {
  const { job, isOver, more } = progress
  const nothing = { text: '', sent, isComplete: false, isLast: false }
  if (room <= 0) return nothing
  const start = sent.job === null ? jobFrame(job) : ''
  const { text: events, place, within } = eventsWithin(sent, progress, room - Buffer.byteLength(start))
  const afterEvents = { place, within, job: sent.job ?? job, endsOnJob: events === '' && start !== '' }
  if (within !== null) return { ...nothing, text: start + events, sent: afterEvents }

  const endsOnJob = events === '' && (start !== '' || sent.endsOnJob)
  const hasChanged = sent.job !== null && sent.job !== job && !more
  const end = hasChanged || (isOver && !endsOnJob) ? jobFrame(job) : ''
  return {
    text: start + events + end,
    sent: { ...afterEvents, job: hasChanged ? job : afterEvents.job, endsOnJob: end !== '' || endsOnJob },
    isComplete: true,
    isLast: isOver,
  }
}

function eventsWithin(
  sent: Sent,
  { start, batches }: Progress,
  room: number,
): { readonly text: string } & Pick<Sent, 'place' | 'within'> {
  let text = ''
  let left = room
  let place = sent.place > start ? sent.place : start
  for (const batch of batches) {
    if (batch.place <= place) continue
    for (const event of batch.events) {
      if (isSent(event, sent.within)) continue
      const frame = eventFrame(event)
      text += frame
      left -= Buffer.byteLength(frame)
      if (left <= 0) return { text, place, within: { run: event.run, seq: event.seq } }
    }
    place = batch.place
  }
  return { text, place, within: null }
}

const isSent = ({ run, seq }: KeptEvent, within: Sent['within']): boolean =>
  within !== null && run === within.run && seq <= within.seq
