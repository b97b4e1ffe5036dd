import { setImmediate as nextTurn } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { Env } from './json-body.ts'

/**
 * JSON that is the caller's own business: no shared cache may keep it, and a private one must ask. Sent straight away:
 * a `Response` would turn the text into a stream and read it back, which costs as much as all of Hono's routing.
 */
export function jsonResponse(
  c: Context<Env>,
  status: 200 | 201,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { outgoing } = c.env
  outgoing.writeHead(status, {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'private, no-cache',
    ...headers,
  })
  outgoing.end(c.req.method === 'HEAD' ? undefined : body)
  return RESPONSE_ALREADY_SENT
}

/** In UTF-16 units. A piece ends with the entry that goes beyond. */
const PIECE = 64 * 1024

/**
 * An object as JSON, with a turn of the event loop after each piece: twenty prompts are sixty megabytes if each character
 * is escaped. An entry of its lists is not divided.
 */
export async function jsonPieces(value: object): Promise<readonly Buffer[]> {
  const pieces: Buffer[] = []
  let text = ''
  for (const part of partsOf(value)) {
    text += part
    if (text.length <= PIECE) continue
    pieces.push(Buffer.from(text))
    text = ''
    await nextTurn()
  }
  return [...pieces, Buffer.from(text)]
}

export const lengthOf = (pieces: readonly Buffer[]): number =>
  pieces.reduce((sum, { length }) => sum + length, 0)

function* partsOf(value: object): Generator<string> {
  let separator = ''
  yield '{'
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    yield `${separator}${JSON.stringify(name)}:`
    if (Array.isArray(member)) yield* entriesOf(member)
    else yield JSON.stringify(member)
    separator = ','
  }
  yield '}'
}

function* entriesOf(list: readonly unknown[]): Generator<string> {
  yield '['
  for (const [i, entry] of list.entries()) yield `${i === 0 ? '' : ','}${JSON.stringify(entry)}`
  yield ']'
}

/** Sends a string that is already JSON. */
export function sendPieces(
  { env: { outgoing }, req }: Context<Env>,
  pieces: readonly Buffer[],
  headers: Readonly<Record<string, string>> = {},
): Response {
  outgoing.writeHead(200, {
    'content-type': 'application/json',
    'content-length': String(lengthOf(pieces)),
    ...headers,
  })
  if (req.method !== 'HEAD') for (const piece of pieces.slice(0, -1)) outgoing.write(piece)
  outgoing.end(req.method === 'HEAD' ? undefined : pieces.at(-1))
  return RESPONSE_ALREADY_SENT
}
