import type { ServerResponse } from 'node:http'

/** Writes an open-ended response to a client that may read slowly, or not at all. */
export interface SseWriter {
  readonly isClosed: boolean
  /** The buffer is over its limit: the client must read before it is sent more. */
  readonly isBehind: boolean
  send(text: string): void
  /** Waits until the client has read what was sent, and disconnects one that does not. */
  flushed(): Promise<void>
  /** Closes the response once the buffered data is sent, after `withinMs` at the latest. */
  end(text?: string, withinMs?: number): void
}

/** Bytes that wait in this process for a client. The system keeps some more for each connection. */
const MAX_WAITING = 256 * 1024
/** How long a client may take to read what waits. */
const FLUSH_MS = 30_000

export function createSseWriter(
  response: ServerResponse,
  { mostWaiting = MAX_WAITING, flushMs = FLUSH_MS } = {},
): SseWriter {
  const isClosed = (): boolean => response.destroyed || response.writableEnded
  const disconnectAfter = (ms: number): NodeJS.Timeout => setTimeout(() => response.destroy(), ms)
  return {
    get isClosed() {
      return isClosed()
    },
    get isBehind() {
      return !isClosed() && response.writableLength > mostWaiting
    },
    send(text) {
      if (!isClosed() && text !== '') response.write(text)
    },
    async flushed() {
      if (isClosed() || !response.writableNeedDrain) return
      const slow = disconnectAfter(flushMs)
      const { promise, resolve } = Promise.withResolvers<void>()
      response.on('drain', resolve).on('close', resolve)
      await promise
      response.off('drain', resolve).off('close', resolve)
      clearTimeout(slow)
    },
    end(text = '', withinMs = flushMs) {
      if (response.destroyed) return
      if (!response.writableEnded) response.end(text)
      const slow = disconnectAfter(withinMs)
      response.once('close', () => clearTimeout(slow))
    },
  }
}
