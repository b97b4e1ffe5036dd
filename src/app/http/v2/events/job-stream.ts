import type { ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { JobKey } from '../../../domain/run-id.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import type { Progress } from '../../../records/read-progress.ts'
import type { JobWatch } from '../../../timers/job-watch.ts'
import { HEARTBEAT, nextFrames, retryFrame, type Sent } from './sse-frames.ts'
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
}

const RETRY_MS = 3_000
const HEARTBEAT_MS = 15_000
/** How long a client may take to read the end when the server stops. */
const LAST_MS = 1_000
/** Well within the minute after which a revoked key shows nothing any more. */
const CHECK_MS = 45_000

/** A clock that was set back says nothing of how long it is: rather now than hours late. */
const isPast = (now: number, since: number, ms: number): boolean => now < since || now - since >= ms

/**
 * Tells `first` and what follows it, page by page as the client reads, and then what comes until the job has ended.
 * `mayWatch` resolves to whether the client may still see the job, and rejects if the store is unavailable.
 */
export function startJobStream(
  deps: JobStreamDeps,
  key: JobKey,
  response: ServerResponse,
  first: Progress,
  mayWatch: () => Promise<boolean>,
): JobStream {
  const sender = createSseWriter(response)
  let sent: Sent = { place: '', job: null, endsOnJob: false }
  let heardAt = deps.now()
  let checkedAt = deps.now()
  let leave: (() => void) | null = null

  function send(progress: Progress): void {
    const frames = nextFrames(sent, progress)
    sent = frames.sent
    if (frames.text !== '') heardAt = deps.now()
    if (frames.isLast) sender.end(frames.text)
    else sender.send(frames.text)
  }

  function see(progress: Progress | null): void {
    if (progress !== null) send(progress)
    const now = deps.now()
    if (isPast(now, heardAt, HEARTBEAT_MS)) {
      heardAt = now
      sender.send(HEARTBEAT)
    }
    if (isPast(now, checkedAt, CHECK_MS)) check(now)
  }

  function check(now: number): void {
    checkedAt = now
    mayWatch().then((may) => may || sender.end(), stop)
  }

  /** Page by page, as the client reads; then the watch does the reading for all. */
  async function catchUp(from: Progress): Promise<void> {
    for (let progress = from; ; progress = await read()) {
      see(progress)
      await sender.flushed()
      if (sender.isClosed) return
      if (!progress.more) leave = deps.watch.join(key, sent.place, follow)
      if (leave !== null) return
    }
  }

  function follow(progress: Progress | null): void {
    see(progress)
    if (!sender.isBehind) return
    leave?.()
    leave = null
    sender.flushed().then(read).then(catchUp).catch(stop)
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
  return { end: (retryMs) => sender.end(retryFrame(retryMs), LAST_MS) }
}
