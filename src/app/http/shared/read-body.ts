import type { IncomingMessage } from 'node:http'
import type { BodyShare } from './body-budget.ts'
import { HttpError } from './http-error.ts'
import { joinChunks } from './join-chunks.ts'

/**
 * Reads a body up to `limit` bytes, and refuses a longer one while it arrives. `share`: what it may take of a budget for
 * several bodies; the caller releases it.
 */
export async function readBody(request: IncomingMessage, limit: number, share?: BodyShare): Promise<Buffer> {
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
