import { countOf } from '../../text/format.ts'
import type { RetrySettings } from '../providers/model-handle.ts'

export interface IdleTimeout {
  /** Aborts when the call is cancelled, and when nothing was heard for too long. */
  readonly signal: AbortSignal
  /** A word came. */
  heard(): void
  /** No word is waited for any more. */
  end(): void
}

/**
 * Watches a model call from the moment it is made. The SDK's own watch begins where the provider's package hands over
 * its stream, and some hand it over only after the first event: what stalls before that would be waited for for ever.
 */
export function startIdleTimeout(
  cancelled: AbortSignal,
  { firstChunkMs, chunkMs }: Pick<RetrySettings, 'firstChunkMs' | 'chunkMs'>,
): IdleTimeout {
  const silence = new AbortController()
  const wait = (milliseconds: number) =>
    setTimeout(
      () => silence.abort(new Error(`no word came in ${countOf(milliseconds / 1000, 'second')}`)),
      milliseconds,
    )
  let timer = wait(firstChunkMs)
  return {
    signal: AbortSignal.any([cancelled, silence.signal]),
    heard() {
      clearTimeout(timer)
      timer = wait(chunkMs)
    },
    end: () => clearTimeout(timer),
  }
}
