import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/** Writes an endless answer to a client that may read slowly, or not at all. */
export interface FrameSender {
  readonly isClosed: boolean
  /** A client that has let too much pile up is disconnected; it may come back for the rest. */
  send(text: string): void
  /** Waits until the client has read what was sent; disconnects one that does not. */
  flushed(): Promise<void>
  end(text?: string): void
}

export interface Patience {
  /** Bytes that wait in this process for a client. The system keeps some more for each connection. */
  readonly mostWaiting: number
  /** How long a client may take to read what waits. */
  readonly flushMs: number
  /** How long the last bytes may take to go out. */
  readonly endMs: number
}

const PATIENCE: Patience = { mostWaiting: 256 * 1024, flushMs: 30_000, endMs: 1_000 }

export function createFrameSender(response: ServerResponse, patience: Patience = PATIENCE): FrameSender {
  const isClosed = (): boolean => response.destroyed || response.writableEnded
  return {
    get isClosed() {
      return isClosed()
    },
    send(text) {
      if (isClosed() || text === '') return
      response.write(text)
      if (response.writableLength > patience.mostWaiting) response.destroy()
    },
    async flushed() {
      if (isClosed() || !response.writableNeedDrain) return
      const slow = setTimeout(() => response.destroy(), patience.flushMs)
      await Promise.race([once(response, 'drain'), once(response, 'close')])
      clearTimeout(slow)
    },
    end(text = '') {
      if (isClosed()) return
      response.end(text)
      const slow = setTimeout(() => response.destroy(), patience.endMs)
      response.once('close', () => clearTimeout(slow))
    },
  }
}
