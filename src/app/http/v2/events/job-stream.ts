import type { ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { JobKey } from '../../../domain/run-id.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import type { Progress } from '../../../records/read-progress.ts'
import type { JobWatch } from '../../../timers/job-watch.ts'
import type { HeldShare } from '../../shared/held-bytes.ts'
import { type FrameFormat, HEARTBEAT, NOTHING_SENT, nextFrames, retryFrame } from './sse-frames.ts'
import { createSseWriter } from './sse-writer.ts'

export interface JobStreamDeps {
  readonly jobs: Pick<Jobs, 'progress'>
  readonly now: () => number
  readonly watch: JobWatch
  readonly log: Logger
}

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
  deps: JobStreamDeps,
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

  /** Never throws: the other watchers of the job are told after this one. */
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
    const progress = await deps.jobs.progress(key, sent.place)
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
