import type { ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { type Progress, readProgress } from '../../runs/read-progress.ts'
import type { JobKey } from '../../store/key-space.ts'
import type { Store } from '../../store/store.ts'
import type { JobWatch } from '../../timers/job-watch.ts'
import { createFrameSender } from '../frame-sender.ts'
import { HEARTBEAT, nextFrames, retryFrame, type Told } from './event-frames.ts'

export interface JobStreamDeps {
  readonly store: Store
  readonly now: () => number
  readonly watch: JobWatch
  readonly log: Logger
}

/** One client that watches one job. */
export interface JobStream {
  /** Ends it; the client is told how soon it may come back. */
  end(retryMs: number): void
}

const RETRY_MS = 3_000
const HEARTBEAT_MS = 15_000
/** Well within the minute after which a revoked key shows nothing any more. */
const CHECK_MS = 45_000

/**
 * Tells `first` and what follows it, page by page as the client reads, and then what comes until the job has ended.
 * `mayWatch` answers whether the client may still see the job, and rejects when the store cannot tell.
 */
export function startJobStream(
  deps: JobStreamDeps,
  key: JobKey,
  response: ServerResponse,
  first: Progress,
  mayWatch: () => Promise<boolean>,
): JobStream {
  const sender = createFrameSender(response)
  let told: Told = { place: '', job: null, endsOnJob: false }
  let heardAt = deps.now()
  let checkedAt = deps.now()
  let leave: (() => void) | null = null

  function tell(progress: Progress): void {
    const frames = nextFrames(told, progress)
    told = frames.told
    if (frames.text !== '') heardAt = deps.now()
    if (frames.isLast) sender.end(frames.text)
    else sender.send(frames.text)
  }

  function see(progress: Progress | null): void {
    if (progress !== null) tell(progress)
    const now = deps.now()
    if (now - heardAt >= HEARTBEAT_MS) {
      heardAt = now
      sender.send(HEARTBEAT)
    }
    if (now - checkedAt >= CHECK_MS) check(now)
  }

  function check(now: number): void {
    checkedAt = now
    mayWatch().then(
      (may) => may || sender.end(),
      (error) => warn(error, 'the API key of a watcher could not be checked; trying again'),
    )
  }

  /** Catches up with the watch, then leaves the reading to it. */
  async function replay(): Promise<void> {
    for (let progress: Progress | null = first; progress !== null; ) {
      see(progress)
      await sender.flushed()
      if (sender.isClosed) return
      if (!progress.more) leave = deps.watch.join(key, told.place, see)
      if (leave !== null) return
      progress = await readProgress(deps.store, key, told.place)
    }
  }

  const warn = (err: unknown, message: string): void => deps.log.warn({ err, job: key.job }, message)

  response.once('close', () => leave?.())
  sender.send(retryFrame(RETRY_MS))
  replay().catch((error) => {
    warn(error, 'the events of a job could not be read; its watcher comes back')
    sender.end()
  })
  return { end: (retryMs) => sender.end(retryFrame(retryMs)) }
}
