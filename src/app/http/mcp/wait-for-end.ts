import type { JobKey } from '../../domain/run-id.ts'
import type { OpenStreams, Watcher } from '../v2/events/open-streams.ts'
import type { V2Deps } from '../v2/operation/operation.ts'

export interface Wait {
  readonly key: JobKey
  /** For whom it counts, among those who watch jobs. */
  readonly watcher: Watcher
  readonly ms: number
  /** Aborted when the client has left. */
  readonly left: AbortSignal
}

/**
 * Resolves when the job has ended, after `ms`, when the client has left, or when the server stops. Throws 503 if too many
 * wait or watch.
 */
export function waitForEnd(
  { streams, watch }: Pick<V2Deps, 'watch'> & { readonly streams: OpenStreams },
  { key, watcher, ms, left }: Wait,
): Promise<void> {
  return new Promise((resolve) => {
    const leaveStreams = streams.enter(watcher, { end: stop })
    const leaveWatch = watch.joinEnd(key, stop)
    const timer = setTimeout(stop, ms)
    left.addEventListener('abort', stop, { once: true })
    if (left.aborted) stop()

    function stop(): void {
      clearTimeout(timer)
      left.removeEventListener('abort', stop)
      leaveWatch()
      leaveStreams()
      resolve()
    }
  })
}
