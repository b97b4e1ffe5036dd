import { setImmediate as nextTurn } from 'node:timers/promises'
import { whyUnreadable } from './payload-shape.ts'

/**
 * The largest payload that is read. GitHub caps payloads at 25 MiB, and only lists of repositories and of pushed files
 * are that long: 10 MiB are 70,000 repositories. To parse more would stop the event loop for more than 50 ms.
 */
export const PAYLOAD_LIMIT = 10 * 1024 * 1024
/** A longer payload is read in several turns of the event loop. */
const LONG = 256 * 1024

export type ReadPayload =
  | { readonly kind: 'read'; readonly payload: object }
  /** `why`: for the log. */
  | { readonly kind: 'unreadable'; readonly why: string }

/** The payload of an event that has handlers, if it has what they read. Parsed once. */
export async function readPayload(event: string, body: Buffer): Promise<ReadPayload> {
  const otherWork = async (): Promise<void> => (body.length > LONG ? nextTurn() : undefined)
  const text = body.toString('utf8')
  await otherWork()
  const payload = parseJson(text)
  await otherWork()
  const why = whyUnreadable(event, payload)
  await otherWork()
  return why === null ? { kind: 'read', payload: Object(payload) } : { kind: 'unreadable', why }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
