import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { Member } from '../../../limits/rate-limit.ts'
import type { Metrics } from '../../../metrics/metrics.ts'
import { HttpError } from '../../shared/http-error.ts'
import type { Env } from '../../shared/json-body.ts'

export const MAX_STREAMS = 3_000
/** Of the server. Only accounts that have few get the last ones, so that others cannot occupy them together. */
export const MAX_OF_BUSY_ACCOUNTS = 2_500
const FEW = 100
/** So that one account cannot occupy all streams. Only its owners, and keys for all of its projects, get the last 100. */
export const MAX_PER_ACCOUNT = 1_000
const MAX_OF_MEMBERS = 900
/** So that one member, or owner, cannot occupy all streams of their accounts: it counts those of all accounts. */
export const MAX_PER_MEMBER = 500

export const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // nginx would collect the events until its buffer is full.
  'x-accel-buffering': 'no',
  // The connection ends with the stream, and so does not hold up a server that drains.
  connection: 'close',
}

interface OpenStream {
  /** Ends the stream, with the delay after which the client may reconnect. */
  end(retryMs: number): void
}

/** The streams of all watchers, of the API and of the dashboard, and requests that wait: one limit, and one end. */
export interface OpenStreams {
  /** Counts a request that waits, until the returned function is called. Throws 503 as `open`. */
  enter(watcher: Watcher, stream: OpenStream): () => void
  /** Begins the response. Throws 503 if the server is about to stop, or too many clients watch. */
  open(
    c: Pick<Context<Env>, 'env'>,
    watcher: Watcher,
    begin: (response: ServerResponse, share: HeldShare) => OpenStream,
  ): Response
}

/** For whom a stream counts. */
export interface Watcher {
  readonly account: number
  readonly member: Member
}

export function createOpenStreams({
  draining,
  metrics,
}: {
  /** Aborted once the server takes no more work. */
  readonly draining: AbortSignal
  /** `null`: nothing is measured. */
  readonly metrics: Metrics | null
}): OpenStreams {
  const streams = new Map<OpenStream, Watcher>()
  const held = createHeldBytes()
  draining.addEventListener('abort', () => {
    // At different times, so that they do not all reconnect at the same moment.
    for (const [i, stream] of [...streams.keys()].entries()) stream.end(1_000 + (i % 50) * 100)
  })
  const mustBeFree = (watcher: Watcher): void => {
    if (draining.aborted) throw busy('the server is about to stop', 1)
    mustHaveRoom([...streams.values()], watcher)
  }
  const add = (stream: OpenStream, watcher: Watcher): (() => void) => {
    streams.set(stream, watcher)
    metrics?.streams(streams.size)
    return () => {
      streams.delete(stream)
      metrics?.streams(streams.size)
    }
  }
  return {
    enter(watcher, stream) {
      mustBeFree(watcher)
      return add(stream, watcher)
    },
    open(c, watcher, begin) {
      mustBeFree(watcher)
      const { outgoing } = c.env
      if (!('setHeader' in outgoing)) throw new Error('streams need HTTP/1.1')
      // The client left while its request was handled: `close` does not occur again.
      if (outgoing.destroyed) return RESPONSE_ALREADY_SENT
      outgoing.writeHead(200, STREAM_HEADERS)
      const stream = begin(outgoing, held.shareOf(watcher.account))
      outgoing.once('close', add(stream, watcher))
      return RESPONSE_ALREADY_SENT
    },
  }
}

function mustHaveRoom(all: readonly Watcher[], { account, member }: Watcher): void {
  const ofAccount = all.filter((one) => one.account === account)
  const own = all.filter((one) => one.member.id === member.id).length
  const ofMembers = ofAccount.filter((one) => !one.member.isOwner).length
  if (ofAccount.length >= MAX_PER_ACCOUNT)
    throw busy(`${ofAccount.length} watchers of this account are connected already`, 10)
  if (own >= MAX_PER_MEMBER)
    throw busy(`${own} watchers of ${member.name} are connected already, the limit of one member`, 10)
  if (!member.isOwner && ofMembers >= MAX_OF_MEMBERS)
    throw busy(`${ofMembers} watchers who are not owners of this account are connected already`, 10)
  if (all.length >= MAX_OF_BUSY_ACCOUNTS && ofAccount.length >= FEW)
    throw busy(
      `${all.length} watchers of all accounts are connected already, and the last places are for accounts with fewer than ${FEW}`,
      10,
    )
  if (all.length >= MAX_STREAMS)
    throw busy(`${all.length} watchers of all accounts are connected already, the limit of the server`, 10)
}

const busy = (why: string, seconds: number): HttpError =>
  new HttpError(503, `${why}; try again in a few seconds, or poll the job`, {
    'retry-after': String(seconds),
  })

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
      // Writes to a closed response are dropped, so nothing has to wait.
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

/** The bytes that wait for one watcher, as part of those of its account. */
export interface HeldShare {
  add(bytes: number): void
  /** The watchers of the account hold so much together that each gets a small window only. */
  isExceeded(): boolean
}

/** Counts the bytes that wait for the watchers of each account. */
interface HeldBytes {
  shareOf(account: number): HeldShare
}

/** 256 full windows. One account, with its 1,000 streams, cannot hold more than twice this. */
const MOST_OF_AN_ACCOUNT = 16 * 1024 * 1024

export function createHeldBytes(most = MOST_OF_AN_ACCOUNT): HeldBytes {
  const held = new Map<number, number>()
  return {
    shareOf: (account) => ({
      add(bytes) {
        const sum = (held.get(account) ?? 0) + bytes
        if (sum === 0) held.delete(account)
        else held.set(account, sum)
      },
      isExceeded: () => (held.get(account) ?? 0) >= most,
    }),
  }
}

const MOST_UNREAD = 64 * 1024 * 1024

/** Limits the large responses that the clients of an account have not read. */
export interface UnreadBytes {
  /** Counts a response of so many bytes until it has been sent. Throws 503 while the account holds too much. */
  hold(c: Context<Env>, account: number, bytes: number): void
}

export function createUnreadBytes(most = MOST_UNREAD): UnreadBytes {
  const held = createHeldBytes(most)
  return {
    hold(c, account, bytes) {
      const { outgoing } = c.env
      if (!('headersSent' in outgoing) || c.req.method === 'HEAD' || outgoing.destroyed) return
      const share = held.shareOf(account)
      if (share.isExceeded()) throw tooMuchUnread()
      share.add(bytes)
      outgoing.once('close', () => share.add(-bytes))
    },
  }
}

const tooMuchUnread = (): HttpError =>
  new HttpError(
    503,
    'clients of this account have not read large responses that they asked for; try again in a few seconds',
    { 'retry-after': '5' },
  )
