import { describeForeignResponse, PrenticeError } from './prentice-error.ts'
import { asPrenticeError, type Transport } from './transport.ts'

export interface JobRef {
  readonly projectId: string
  readonly id: string
}

/** The server sends something every 15 seconds. */
const IDLE_MS = 60_000

interface OpenedStream {
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

/** A server-sent event, https://html.spec.whatwg.org/multipage/server-sent-events.html */
export interface Frame {
  /** Id of the last event that had one, this one included. */
  readonly id: string
  readonly event: string
  readonly data: string
}

interface FrameReader {
  /** The events that this piece of the stream completes. */
  read(text: string): Frame[]
  /** The last `retry:` of the stream, in ms; `null`: there was none. */
  readonly retryMs: number | null
}

export function createFrameReader(): FrameReader {
  /** The beginning of a line: only what follows it is searched for a line end. */
  let rest = ''
  /** A CR, which may be the first half of a line break. */
  let half = ''
  let id = ''
  let event = ''
  let data: string[] = []
  let retryMs: number | null = null

  function take(line: string): Frame | null {
    if (line === '') {
      const frame = data.length === 0 ? null : { id, event: event || 'message', data: data.join('\n') }
      event = ''
      data = []
      return frame
    }
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'data') data.push(value)
    else if (field === 'event') event = value
    else if (field === 'id' && !value.includes('\0')) id = value
    else if (field === 'retry' && /^\d+$/.test(value)) retryMs = Number(value)
    return null
  }

  return {
    read(text) {
      const piece = half + text
      const end = piece.endsWith('\r') ? piece.length - 1 : piece.length
      const [first = '', ...others] = piece.slice(0, end).split(/\r\n|\n|\r/)
      half = piece.slice(end)
      const lines = [rest + first, ...others]
      rest = lines.pop() ?? ''
      return lines.map(take).filter((frame) => frame !== null)
    },
    get retryMs() {
      return retryMs
    },
  }
}
