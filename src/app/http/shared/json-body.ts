import type { HttpBindings } from '@hono/node-server'
import type { z } from 'zod'
import type { Call } from './call.ts'
import { HttpError } from './http-error.ts'
import { readBody } from './read-body.ts'

/** 4 MiB: the longest prompt fits, also with each character escaped, unless those are outside of the BMP. */
export const BODY_LIMIT = 4 * 1024 * 1024

const UTF8 = new TextDecoder('utf-8', { fatal: true })

export type Env = { Bindings: HttpBindings }

/** A JSON body as its schema says, and its text. 413, 415, 400; the 400 names the first field that is wrong. */
export async function jsonBody<T>(
  c: Call,
  schema: z.ZodType<T>,
  limit = BODY_LIMIT,
): Promise<{ value: T; text: string }> {
  const type = c.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === undefined && hasNoBody(c)) throw emptyBody()
  if (type !== 'application/json') {
    throw new HttpError(415, 'send the body as JSON with the header `Content-Type: application/json`')
  }
  const encoding = c.req.header('content-encoding')?.toLowerCase() ?? 'identity'
  if (encoding !== 'identity') {
    throw new HttpError(415, 'send the body as it is, without `Content-Encoding`', {
      'accept-encoding': 'identity',
    })
  }
  const text = decode(await readBody(c.env.incoming, limit))
  if (text.trim() === '') throw emptyBody()
  const parsed = schema.safeParse(parseJson(text))
  if (parsed.success) return { value: parsed.data, text }
  const issue = parsed.error.issues[0]
  const field = issue?.path.join('.')
  throw new HttpError(
    400,
    field ? `\`${field}\` ${issue?.message}` : `the body ${issue?.message ?? 'is not valid'}`,
  )
}

const emptyBody = (): HttpError => new HttpError(400, 'the body is empty; send a JSON object')

const hasNoBody = (c: Call): boolean =>
  Number(c.req.header('content-length') ?? 0) === 0 && c.req.header('transfer-encoding') === undefined

/** Refuses invalid UTF-8: replacement characters would change the prompt. */
function decode(body: Buffer): string {
  try {
    return UTF8.decode(body)
  } catch {
    throw new HttpError(400, 'the body is not valid JSON: it must be UTF-8')
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(400, 'the body is not valid JSON')
  }
}
