import { PrenticeError } from './prentice-error.ts'
import { describeForeignResponse } from './read-error.ts'
import { createFrameReader, type Frame } from './read-frames.ts'
import { asPrenticeError, type Transport } from './transport.ts'

export interface JobRef {
  readonly projectId: string
  readonly id: string
}

/** The server sends something every 15 seconds. */
const IDLE_MS = 60_000

export interface OpenedStream {
  readonly frames: AsyncGenerator<Frame>
  /** When to reconnect, as the server said, in ms. */
  readonly retryMs: () => number | null
}

/** One connection to the event stream of a job. Its frames end when the server ends it, and throw if it breaks. */
export async function openStream(
  transport: Transport,
  ref: JobRef,
  after: string | null,
  signal: AbortSignal | undefined,
): Promise<OpenedStream> {
  const watch = watchIdle(transport.settings.timeoutMs, signal)
  try {
    const response = await transport.open('streamEvents', {
      path: { projectId: ref.projectId, id: ref.id },
      headers: { accept: 'text/event-stream', ...(after !== null && { 'last-event-id': after }) },
      signal: watch.signal,
    })
    if (!response.headers.get('content-type')?.startsWith('text/event-stream') || response.body === null) {
      await response.body?.cancel()
      throw new PrenticeError(describeForeignResponse(response), { status: response.status })
    }
    const reader = createFrameReader()
    return {
      frames: readBody(transport, response.body, reader.read, watch),
      retryMs: () => reader.retryMs,
    }
  } catch (error) {
    watch.stop()
    throw error
  }
}

async function* readBody(
  transport: Transport,
  body: ReadableStream<Uint8Array>,
  read: (text: string) => Frame[],
  watch: IdleWatch,
): AsyncGenerator<Frame> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      watch.restart(IDLE_MS)
      const { done, value } = await reader.read().catch((thrown: unknown) => {
        throw asPrenticeError(thrown, transport.settings)
      })
      if (done) return
      watch.pause()
      yield* read(decoder.decode(value, { stream: true }))
    }
  } finally {
    watch.stop()
    // A caller that leaves the loop early ends the connection, which may already be broken.
    await reader.cancel().catch(() => undefined)
  }
}

interface IdleWatch {
  /** Aborted by the caller's signal, or after the time without a call of `restart`. */
  readonly signal: AbortSignal
  restart(ms: number): void
  /** The consumer is at work, not the server. */
  pause(): void
  stop(): void
}

function watchIdle(firstMs: number, outer: AbortSignal | undefined): IdleWatch {
  const controller = new AbortController()
  const follow = (): void => controller.abort(outer?.reason)
  const expire = (): void => controller.abort(new DOMException('nothing arrived', 'TimeoutError'))
  if (outer?.aborted) follow()
  outer?.addEventListener('abort', follow, { once: true })
  let timer = setTimeout(expire, firstMs)
  const pause = (): void => clearTimeout(timer)
  return {
    signal: controller.signal,
    restart(ms) {
      pause()
      timer = setTimeout(expire, ms)
    },
    pause,
    stop() {
      pause()
      outer?.removeEventListener('abort', follow)
    },
  }
}
