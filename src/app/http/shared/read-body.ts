import type { IncomingMessage } from 'node:http'
import { type BodyShare, createBodyBudget } from './body-budget.ts'
import { HttpError } from './http-error.ts'
import { joinChunks } from './join-chunks.ts'

/** A body of at most this size is always read: 5,000 connections hold 320 MB of them. */
const SMALL = 64 * 1024
/** Larger bodies that are arriving, together: a caller with a key may open thousands of connections. */
export const ALL_LARGE_BODIES = 256 * 1024 * 1024
const budget = createBodyBudget(ALL_LARGE_BODIES)

/**
 * Reads a body up to `limit` bytes, and refuses a longer one while it arrives. `share`: what it may take of a budget for
 * several bodies, which the caller releases; without it, large bodies share one.
 */
export async function readBody(request: IncomingMessage, limit: number, share?: BodyShare): Promise<Buffer> {
  if (share !== undefined || isSmall(request)) return collect(request, limit, share)
  const own = budget.open()
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
