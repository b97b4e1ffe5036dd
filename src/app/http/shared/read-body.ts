import type { IncomingMessage } from 'node:http'
import { HttpError } from './http-error.ts'

/** Reads a body up to `limit` bytes; refuses a longer one while it arrives. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const length = Number(request.headers['content-length'] ?? 0)
  if (length > limit) throw tooLong(limit)
  if (request.destroyed) throw cutOff()
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const take = (chunk: Buffer): void => {
      size += chunk.length
      if (size <= limit) {
        chunks.push(chunk)
        return
      }
      // The socket stays open when the reader stops, so that the refusal can be sent.
      request.off('data', take).pause()
      reject(tooLong(limit))
    }
    request
      .on('data', take)
      .once('end', () => resolve(Buffer.concat(chunks, size)))
      .once('error', () => reject(cutOff()))
      .once('close', () => request.complete || reject(cutOff()))
  })
}

/** Without `Connection: close`, at which Node would reset a connection that still sends, and the answer be lost. */
const tooLong = (limit: number): HttpError => new HttpError(413, `the body is larger than ${limit} bytes`)

/** Nobody is left to read this: it keeps a caller that went away out of the errors of the server. */
const cutOff = (): HttpError => new HttpError(400, 'the body ended before it was complete')
