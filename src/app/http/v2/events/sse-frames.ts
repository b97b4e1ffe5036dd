import { eventId } from '../../../domain/run-id.ts'
import type { KeptEvent, Progress } from '../../../records/read-progress.ts'

/** What a stream has sent so far. */
export interface Sent {
  /** The last batch of events that was sent completely. */
  readonly place: string
  /** The last event of a batch that was sent in part; `null`: the next batch is sent from its start. */
  readonly within: { readonly run: number; readonly seq: number } | null
  /** The state of the job as last sent; `null` before the first. */
  readonly state: string | null
  /** The last event was the state. */
  readonly endsOnState: boolean
}

export const NOTHING_SENT: Sent = { place: '', within: null, state: null, endsOnState: false }

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

/** What a stream sends of a job: JSON to callers of the API, HTML to the dashboard. */
export interface FrameFormat {
  /** What is sent of the job itself, and again whenever it has changed. */
  stateOf(progress: Progress): string
  /** Has no id, so that a client which reconnects names the last event. */
  state(state: string): string
  event(event: KeptEvent): string
  /** Follows the last state. */
  readonly end: string
  /** The last that a client gets who may not watch any more; `''`: nothing. */
  readonly refused: string
}

export const API_FRAMES: FrameFormat = {
  stateOf: ({ job }) => job,
  state: (job) => `event: job\ndata: ${job}\n\n`,
  // JSON in one line, as an SSE field must be: https://html.spec.whatwg.org/multipage/server-sent-events.html
  event({ run, seq, at, event }) {
    const data = JSON.stringify({ run, seq, at, ...event })
    return `id: ${eventId({ run, seq })}\nevent: ${event.type}\ndata: ${data}\n\n`
  },
  end: '',
  refused: '',
}

/**
 * What is new to this stream: the state of the job at its start, events, and the state if it has changed, after all
 * known events, and in any case at the end. Stops after the frame that exceeds `room`, in bytes.
 */
export function nextFrames(sent: Sent, progress: Progress, room: number, format: FrameFormat): Frames {
  const { isOver, more } = progress
  const nothing = { text: '', sent, isComplete: false, isLast: false }
  if (room <= 0) return nothing
  const state = format.stateOf(progress)
  const start = sent.state === null ? format.state(state) : ''
  const left = room - Buffer.byteLength(start)
  const { text: events, place, within } = eventsWithin(sent, progress, left, format)
  const afterEvents = {
    place,
    within,
    state: sent.state ?? state,
    endsOnState: events === '' && start !== '',
  }
  if (within !== null) return { ...nothing, text: start + events, sent: afterEvents }

  const endsOnState = events === '' && (start !== '' || sent.endsOnState)
  const hasChanged = sent.state !== null && sent.state !== state && !more
  const last = hasChanged || (isOver && !endsOnState) ? format.state(state) : ''
  return {
    text: start + events + last + (isOver ? format.end : ''),
    sent: {
      ...afterEvents,
      state: hasChanged ? state : afterEvents.state,
      endsOnState: last !== '' || endsOnState,
    },
    isComplete: true,
    isLast: isOver,
  }
}

function eventsWithin(
  sent: Sent,
  { start, batches }: Progress,
  room: number,
  format: FrameFormat,
): { readonly text: string } & Pick<Sent, 'place' | 'within'> {
  let text = ''
  let left = room
  let place = sent.place > start ? sent.place : start
  for (const batch of batches) {
    if (batch.place <= place) continue
    for (const event of batch.events) {
      if (isSent(event, sent.within)) continue
      const frame = format.event(event)
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
