import { setImmediate as nextTurn } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { Env } from './json-body.ts'

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

/** Sends JSON as it is. */
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
