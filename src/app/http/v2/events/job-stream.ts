import type { ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { eventId, type JobKey } from '../../../domain/run-id.ts'
import { type KeptEvent, type Progress, readProgress } from '../../../job-store/read-progress.ts'
import type { TimedStore } from '../../../store/store.ts'
import type { JobWatch } from '../../../timers/job-watch.ts'
import { createSseWriter, type HeldShare } from './open-streams.ts'

/** One client that watches one job. */
export interface JobStream {
  /** Ends the stream, with the delay after which the client may reconnect. */
  end(retryMs: number): void
  /** Ends the stream of a client that may not watch any more. */
  refuse(): void
}

const RETRY_MS = 3_000
const HEARTBEAT_MS = 15_000
/** How long a client may take to read the end when the server stops. */
const LAST_MS = 1_000
/** Well within the minute after which a revoked key shows nothing any more. */
const CHECK_MS = 45_000
/** A client that reads at a normal speed has read a piece of a page by then. */
const KEEP_PAGE_MS = 50

/** A clock that was set back says nothing of how long it is: rather now than hours late. */
const isPast = (now: number, since: number, ms: number): boolean => now < since || now - since >= ms

export interface Watcher {
  readonly key: JobKey
  readonly response: ServerResponse
  /** What is sent at the start. */
  readonly first: Progress
  /** Counts what waits for the client. */
  readonly share: HeldShare
  readonly format: FrameFormat
  /** Resolves to whether the client may still see the job, and rejects if the store is unavailable. */
  readonly mayWatch: () => Promise<boolean>
}

/**
 * Sends `first` and what follows it, page by page as the client reads, and then what comes until the job has ended.
 */
export function startJobStream(
  deps: TimedStore & { readonly watch: JobWatch; readonly log: Logger },
  { key, response, first, share, format, mayWatch }: Watcher,
): JobStream {
  const sender = createSseWriter(response, share)
  let sent = NOTHING_SENT
  let heardAt = deps.now()
  let checkedAt = deps.now()
  let leave: (() => void) | null = null

  /** Sends what the client has room for; false: something is left. */
  function send(progress: Progress): boolean {
    const frames = nextFrames(sent, progress, sender.room, format)
    sent = frames.sent
    if (frames.text !== '') heardAt = deps.now()
    if (frames.isLast) sender.end(frames.text)
    else sender.send(frames.text)
    return frames.isComplete
  }

  function see(progress: Progress | null): boolean {
    const isComplete = progress === null || send(progress)
    const now = deps.now()
    if (isPast(now, heardAt, HEARTBEAT_MS) && sender.room > 0) {
      heardAt = now
      sender.send(HEARTBEAT)
    }
    if (isPast(now, checkedAt, CHECK_MS)) check(now)
    return isComplete
  }

  function check(now: number): void {
    checkedAt = now
    mayWatch().then((may) => may || refuse(), stop)
  }

  const refuse = (): void => sender.end(format.refused, LAST_MS)

  /**
   * Sends page after page as the client reads; then the watch reads for all. A page is up to a megabyte, so it is not held
   * while a slow client reads: it is read again.
   */
  async function catchUp(page: Progress | null): Promise<void> {
    for (;;) {
      page ??= await read()
      const isComplete = see(page)
      const isUpToDate = isComplete && !page.more
      if (isComplete || !(await sender.isReadWithin(KEEP_PAGE_MS))) page = null
      await sender.flushed()
      if (sender.isClosed) return
      if (isUpToDate) leave = deps.watch.join(key, sent.place, follow)
      if (leave !== null) return
    }
  }

  /** Never throws: the other watchers of the job are notified after this one. */
  function follow(progress: Progress | null): void {
    try {
      if (see(progress)) return
    } catch (err) {
      stop(err)
      return
    }
    leave?.()
    leave = null
    catchUpLater()
  }

  const catchUpLater = (): void => {
    sender
      .flushed()
      .then(() => (sender.isClosed ? undefined : catchUp(null)))
      .catch(stop)
  }

  async function read(): Promise<Progress> {
    const progress = await readProgress(deps.store, key, sent.place)
    if (progress === null) throw new Error(`job ${key.job} is gone`)
    return progress
  }

  function stop(err: unknown): void {
    deps.log.warn({ err, job: key.job }, 'a watched job could not be read; its watcher may come back')
    sender.end()
  }

  response.once('close', () => leave?.())
  sender.send(retryFrame(RETRY_MS))
  catchUp(first).catch(stop)
  return { end: (retryMs) => sender.end(retryFrame(retryMs), LAST_MS), refuse }
}

/** What a stream has sent so far. */
interface Sent {
  /** The last batch of events that was sent completely. */
  readonly place: string
  /** The last event of a batch that was sent in part; `null`: the next batch is sent from its start. */
  readonly within: { readonly run: number; readonly seq: number } | null
  /** The state of the job as last sent; `null` before the first. */
  readonly state: string | null
  /** The last event was the state. */
  readonly endsOnState: boolean
}

const NOTHING_SENT: Sent = { place: '', within: null, state: null, endsOnState: false }

interface Frames {
  readonly text: string
  readonly sent: Sent
  /** False: there was no room for all of it. */
  readonly isComplete: boolean
  /** Nothing comes after this. */
  readonly isLast: boolean
}

/** How soon a client reconnects by itself. */
const retryFrame = (ms: number): string => `retry: ${ms}\n\n`

/** Has no content, but keeps proxies from closing an idle stream. */
const HEARTBEAT = ':\n\n'

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
function nextFrames(sent: Sent, progress: Progress, room: number, format: FrameFormat): Frames {
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
