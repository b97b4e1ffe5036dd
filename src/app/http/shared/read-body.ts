import type { IncomingMessage } from 'node:http'
import { HttpError } from './http-error.ts'

/** A share of the memory that request bodies may hold together. */
export interface BodyShare {
  /** False: the budget is exhausted, and nothing was taken. */
  take(bytes: number): boolean
  /** Returns all that was taken. */
  release(): void
}

/** Part of a budget, for all bodies that count under this name. */
interface BodyHolder {
  readonly name: string
  readonly most: number
}

/** Limits the bytes that several request bodies hold together. */
export interface BodyBudget {
  open(holders?: readonly BodyHolder[]): BodyShare
}

export function createBodyBudget(most: number): BodyBudget {
  let held = 0
  const heldBy = new Map<string, number>()
  const add = (holders: readonly BodyHolder[], bytes: number): void => {
    held += bytes
    for (const { name } of holders) {
      const now = (heldBy.get(name) ?? 0) + bytes
      if (now === 0) heldBy.delete(name)
      else heldBy.set(name, now)
    }
  }
  return {
    open(holders = []) {
      let own = 0
      return {
        take(bytes) {
          const isOver = (one: BodyHolder): boolean => (heldBy.get(one.name) ?? 0) + bytes > one.most
          if (held + bytes > most || holders.some(isOver)) return false
          add(holders, bytes)
          own += bytes
          return true
        },
        release() {
          add(holders, -own)
          own = 0
        },
      }
    },
  }
}

/** A body of at most this size is always read, whoever sends it: 5,000 connections hold 320 MB of them. */
const SMALL = 64 * 1024
/** Larger bodies that are arriving, together: a caller with a key may open thousands of connections. */
export const ALL_LARGE_BODIES = 256 * 1024 * 1024
/** Nobody takes the rest from others, who may be runners that save their work: a body may take five minutes to arrive. */
export const LARGE_BODIES_OF_GROUP = 64 * 1024 * 1024
export const LARGE_BODIES_OF_MEMBER = 48 * 1024 * 1024
const budget = createBodyBudget(ALL_LARGE_BODIES)
const holdersOf = new WeakMap<IncomingMessage, readonly BodyHolder[]>()

/** For whom the body of a request counts, once that is known. `group`: an account, for example. */
export function countBodyFor(
  request: IncomingMessage,
  { group, member }: { readonly group: string; readonly member: string },
): void {
  holdersOf.set(request, [
    { name: group, most: LARGE_BODIES_OF_GROUP },
    { name: member, most: LARGE_BODIES_OF_MEMBER },
  ])
}

/**
 * Reads a body up to `limit` bytes, and refuses a longer one while it arrives. `share`: what it may take of a budget for
 * several bodies, which the caller releases; without it, large bodies share one.
 */
export async function readBody(request: IncomingMessage, limit: number, share?: BodyShare): Promise<Buffer> {
  if (isSmall(request)) return collect(request, limit)
  if (share !== undefined) return collect(request, limit, share)
  const own = budget.open(holdersOf.get(request))
  try {
    return await collect(request, limit, own)
  } finally {
    own.release()
  }
}

const isSmall = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= SMALL

async function collect(request: IncomingMessage, limit: number, share?: BodyShare): Promise<Buffer> {
  const length = Number(request.headers['content-length'] ?? 0)
  if (length > limit) throw tooLong(limit)
  if (request.destroyed) throw cutOff()
  return new Promise((resolve, reject) => {
    const chunks = joinChunks(length)
    let size = 0
    const refuse = (error: HttpError): void => {
      // The socket stays open when the reader stops, so that the refusal can be sent.
      request.off('data', take).pause()
      chunks.clear()
      reject(error)
    }
    const take = (chunk: Buffer): void => {
      size += chunk.length
      if (size > limit) refuse(tooLong(limit))
      else if (share !== undefined && !share.take(chunk.length)) refuse(tooMany())
      else chunks.add(chunk)
    }
    // Not `once`, which wraps each listener and removes it again: a promise takes only the first outcome.
    request
      .on('data', take)
      .on('end', () => resolve(chunks.join()))
      .on('error', () => reject(cutOff()))
      .on('close', () => request.complete || reject(cutOff()))
  })
}

/** Without `Connection: close`: Node would reset a connection that still sends, and the response would be lost. */
const tooLong = (limit: number): HttpError => new HttpError(413, `the body is larger than ${limit} bytes`)

const tooMany = (): HttpError =>
  new HttpError(503, 'too many large bodies are arriving at the same time; try again in a few seconds', {
    'retry-after': '5',
  })

/** The client is gone, so nobody reads this. A 400 keeps it out of the server's errors. */
const cutOff = (): HttpError => new HttpError(400, 'the body ended before it was complete')

/** A chunk of at least this size is kept without a copy. */
const LARGE = 16 * 1024
const BLOCK = 64 * 1024
const NO_BLOCK = Buffer.alloc(0)

interface JoinedChunks {
  add(chunk: Buffer): void
  /** All bytes so far. */
  join(): Buffer
  clear(): void
}

/**
 * Collects the chunks of a body and holds little more than their bytes. A small chunk is copied: as an object it takes 100
 * bytes and keeps all that was read from the socket with it, and a client decides how small chunks are. A chunk of
 * `wholeLength` bytes is the whole body, as usual, and is not copied.
 */
function joinChunks(wholeLength: number): JoinedChunks {
  let parts: Buffer[] = []
  let block = NO_BLOCK
  let used = 0
  const closeBlock = (): void => {
    if (used === 0) return
    parts.push(block.subarray(0, used))
    block = block.subarray(used)
    used = 0
  }
  return {
    add(chunk) {
      if (chunk.length >= LARGE || chunk.length === wholeLength) {
        closeBlock()
        parts.push(chunk)
        return
      }
      if (used + chunk.length > block.length) {
        closeBlock()
        // The first block is small, as most bodies are.
        block = Buffer.allocUnsafeSlow(parts.length === 0 ? Math.max(chunk.length, 1024) : BLOCK)
      }
      used += chunk.copy(block, used)
    },
    join() {
      closeBlock()
      return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)
    },
    clear() {
      parts = []
      block = NO_BLOCK
      used = 0
    },
  }
}
