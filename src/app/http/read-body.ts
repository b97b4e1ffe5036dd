import type { IncomingMessage } from 'node:http'
import { HttpError } from './http-error.ts'

/** Reads a body up to `limit` bytes; refuses a longer one while it arrives. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLong = new HttpError(413, `the body is larger than ${limit} bytes`, { connection: 'close' })
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLong
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of arriving(request)) {
    size += chunk.length
    if (size > limit) throw tooLong
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

/** The socket stays open when the reader stops, so that the refusal can be sent. */
async function* arriving(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* request.iterator({ destroyOnReturn: false })
  } catch (cause) {
    // Nobody is left to read this: it keeps a caller that went away out of the errors of the server.
    if (request.destroyed) throw new HttpError(400, 'the body ended before it was complete')
    throw cause
  }
}
