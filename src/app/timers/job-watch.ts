import type { Logger } from 'pino'
import type { JobKey } from '../domain/run-id.ts'
import { isJobOver, type Progress, readProgress } from '../job-store/read-progress.ts'
import type { Store, Write } from '../store/store.ts'
import { every } from './repeat.ts'

/** Called after each read of the job; `null` if the store failed. May receive batches that it already has. */
export type Viewer = (progress: Progress | null) => void

export interface JobWatch {
  /**
   * Calls the viewer from now on. Returns a function that ends that; `null`: the viewer is behind and must read first.
   */
  join(key: JobKey, place: string, viewer: Viewer): (() => void) | null
  /** Calls `onEnd` when the job is not active. Returns a function that ends that. */
  joinEnd(key: JobKey, onEnd: () => void): () => void
  /** Call this after a write of this process, so that viewers of the job need not wait for the next read. */
  notify(writes: readonly Write[]): void
}

interface Watched {
  readonly key: JobKey
  readonly viewers: Set<Viewer>
  /** Who waits only for the job to end. */
  readonly waiting: Set<() => void>
  /** Of the viewers. */
  place: string
  looking: boolean
  woken: boolean
  failing: boolean
}

/** Other processes on the same store write without telling this one. */
const EVERY_MS = 500

/**
 * Reads each watched job, once for all its viewers. One tick reads all of them together, so that a database on the
 * network gets their reads in one round trip.
 */
export function createJobWatch({ store, log }: { readonly store: Store; readonly log: Logger }): JobWatch {
  const watched = new Map<string, Watched>()
  let stopTicks = () => {}

  function begin(key: JobKey, place: string): Watched {
    if (watched.size === 0)
      stopTicks = every(EVERY_MS, () => {
        for (const one of watched.values()) look(one)
      })
    const one: Watched = {
      key,
      viewers: new Set(),
      waiting: new Set(),
      place,
      looking: false,
      woken: false,
      failing: false,
    }
    watched.set(key.job, one)
    return one
  }

  function look(one: Watched): void {
    one.woken = one.looking
    if (one.looking) return
    one.looking = true
    read(one)
      .then((isOver) => {
        one.failing = false
        if (isOver) for (const onEnd of [...one.waiting]) onEnd()
      })
      .catch((error) => {
        // Log once, not twice a second.
        if (!one.failing) log.warn({ err: error, job: one.key.job }, 'a watched job could not be read')
        one.failing = true
        tell(one, null)
      })
      .finally(() => {
        one.looking = false
        if (one.woken && isWatched(one)) look(one)
      })
  }

  /** Resolves to whether the job has ended. */
  async function read(one: Watched): Promise<boolean> {
    const { viewers, key, place } = one
    if (viewers.size === 0) return isJobOver(store, key)
    const progress = await readProgress(store, key, place)
    // Other viewers have joined, from another place on.
    if (one.place !== place) {
      one.woken = true
      return false
    }
    one.place = progress?.batches.at(-1)?.place ?? place
    one.woken ||= progress?.more ?? false
    tell(one, progress)
    return progress?.isOver ?? false
  }

  function leave(one: Watched): void {
    if (isWatched(one) || watched.get(one.key.job) !== one) return
    watched.delete(one.key.job)
    if (watched.size === 0) stopTicks()
  }

  function tell({ viewers }: Watched, progress: Progress | null): void {
    for (const viewer of viewers) viewer(progress)
  }

  return {
    join(key, place, viewer) {
      const one = watched.get(key.job) ?? begin(key, place)
      if (one.viewers.size === 0) one.place = place
      if (one.place > place) return null
      one.viewers.add(viewer)
      return () => {
        one.viewers.delete(viewer)
        leave(one)
      }
    },
    joinEnd(key, onEnd) {
      const one = watched.get(key.job) ?? begin(key, '')
      one.waiting.add(onEnd)
      return () => {
        one.waiting.delete(onEnd)
        leave(one)
      }
    },
    notify(writes) {
      if (watched.size === 0) return
      for (const { key } of writes) {
        const one = watched.get(jobOf(key) ?? '')
        if (one !== undefined) look(one)
      }
    },
  }
}

const isWatched = ({ viewers, waiting }: Watched): boolean => viewers.size > 0 || waiting.size > 0

/** The job that a key belongs to, if viewers may see a difference. Each change of a job writes its record. */
function jobOf(key: string): string | undefined {
  const [kind, job] = key.split('/', 2)
  return kind === 'job' || kind === 'ev' ? job : undefined
}
