import { countOf } from '../../text/format.ts'
import type { RetrySettings } from '../providers/model-handle.ts'

export interface IdleTimeout {
  /** Aborts when the call is cancelled, and when the stream was silent for too long. */
  readonly signal: AbortSignal
  /** Starts the timeout anew: the model has sent something. */
  restart(): void
  clear(): void
}

/**
 * Timeout for a silent model, from the moment of the call. The SDK's own timeout starts when the provider's package
 * returns its stream, and some packages return it after the first event only: a call that stalls before it would never
 * end.
 */
export function startIdleTimeout(
  cancelled: AbortSignal,
  { firstChunkMs, chunkMs }: Pick<RetrySettings, 'firstChunkMs' | 'chunkMs'>,
): IdleTimeout {
  const silence = new AbortController()
  const startTimer = (milliseconds: number) =>
    setTimeout(
      () => silence.abort(new Error(`no word came in ${countOf(milliseconds / 1000, 'second')}`)),
      milliseconds,
    )
  let timer = startTimer(firstChunkMs)
  return {
    signal: AbortSignal.any([cancelled, silence.signal]),
    restart() {
      clearTimeout(timer)
      timer = startTimer(chunkMs)
    },
    clear: () => clearTimeout(timer),
  }
}
