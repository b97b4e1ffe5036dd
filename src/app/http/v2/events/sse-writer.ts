import type { ServerResponse } from 'node:http'
import type { HeldShare } from '../../shared/held-bytes.ts'

/** Writes an endless response to a client that may read slowly, or not at all. */
export interface SseWriter {
  readonly isClosed: boolean
  /** Bytes that may be sent now; 0: the client must read first. */
  readonly room: number
  send(text: string): void
  /** Resolves to whether the client reads what was sent within so many milliseconds. */
  isReadWithin(ms: number): Promise<boolean>
  /** Waits until the client has read what was sent, and disconnects it if it takes too long. */
  flushed(): Promise<void>
  /** Ends the response after what was sent, at the latest after `withinMs`. */
  end(text?: string, withinMs?: number): void
}

/** Bytes that wait in this process for a client. With one more frame, which may be 7 KiB long, they are below 64 KiB. */
const MOST_WAITING = 56 * 1024
/** While the account holds too much. */
const LEAST_WAITING = 4 * 1024
/** How long a client may take to read what waits. */
const FLUSH_MS = 30_000

export function createSseWriter(
  response: ServerResponse,
  share: HeldShare,
  { mostWaiting = MOST_WAITING, flushMs = FLUSH_MS } = {},
): SseWriter {
  let waiting = 0
  const listeners = new Set<() => void>()
  const isClosed = (): boolean => response.destroyed || response.writableEnded
  const isFlushed = (): boolean => waiting === 0 || isClosed()
  const notify = (): void => {
    if (isFlushed()) for (const listener of listeners) listener()
  }
  const count = (bytes: number): void => {
    waiting += bytes
    share.add(bytes)
    notify()
  }
  const write = (text: string, give: 'write' | 'end'): void => {
    const bytes = Buffer.from(text)
    count(bytes.length)
    // Not every callback of a response that is cut off is called, and some are after its end.
    response[give](bytes, () => response.closed || count(-bytes.length))
  }
  const disconnectAfter = (ms: number): NodeJS.Timeout => setTimeout(() => response.destroy(), ms)

  /** `ms` is the longest that it waits; `null`: forever. */
  const waitFlushed = async (ms: number | null): Promise<boolean> => {
    if (isFlushed()) return true
    const { promise, resolve } = Promise.withResolvers<void>()
    listeners.add(resolve)
    const timer = ms === null ? undefined : setTimeout(resolve, ms)
    await promise
    clearTimeout(timer)
    listeners.delete(resolve)
    return isFlushed()
  }

  response.once('close', () => count(-waiting))
  return {
    get isClosed() {
      return isClosed()
    },
    get room() {
      // What is sent to a closed response is dropped, so nobody has to wait.
      if (isClosed()) return mostWaiting
      const most = share.isExceeded() ? Math.min(LEAST_WAITING, mostWaiting) : mostWaiting
      return Math.max(0, most - waiting)
    },
    send(text) {
      if (!isClosed() && text !== '') write(text, 'write')
    },
    isReadWithin: waitFlushed,
    async flushed() {
      if (isFlushed()) return
      const slow = disconnectAfter(flushMs)
      await waitFlushed(null)
      clearTimeout(slow)
    },
    end(text = '', withinMs = flushMs) {
      if (response.destroyed) return
      if (!response.writableEnded) {
        if (text === '') response.end()
        else write(text, 'end')
      }
      const slow = disconnectAfter(withinMs)
      response.once('close', () => clearTimeout(slow))
    },
  }
}
