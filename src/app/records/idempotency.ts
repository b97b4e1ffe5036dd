import { createHash } from 'node:crypto'
import { z } from 'zod'
import { keySpace } from '../store/key-space.ts'
import type { Check, Store, Write } from '../store/store.ts'

/** A caller's `Idempotency-Key`, kept 24 h for one API key, project and operation. */
export interface IdempotentCall {
  readonly key: string
  readonly apiKeyId: string
  readonly project: string
  /** Method and path, so that one key used on two operations is two calls. */
  readonly operation: string
  readonly body: string
}

const KEPT_MS = 24 * 3600 * 1000

const FirstAnswer = z.object({ bodyHash: z.string(), id: z.string(), body: z.string() })

/** The job's id and the body that was answered. */
export interface Answer {
  readonly id: string
  readonly body: string
}

export type Earlier =
  | { readonly kind: 'none' }
  | { readonly kind: 'replay'; readonly answer: Answer }
  | { readonly kind: 'other-body' }

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const keyOf = (call: IdempotentCall): string =>
  keySpace.idempotency(call.project, sha256(JSON.stringify([call.apiKeyId, call.operation, call.key])))

export async function earlierAnswer(store: Store, call: IdempotentCall | null): Promise<Earlier> {
  if (call === null) return { kind: 'none' }
  const stored = await store.get(keyOf(call))
  if (stored === undefined) return { kind: 'none' }
  const first = FirstAnswer.parse(JSON.parse(stored))
  if (first.bodyHash !== sha256(call.body)) return { kind: 'other-body' }
  return { kind: 'replay', answer: { id: first.id, body: first.body } }
}

/** Goes into the commit that does the work: of two equal calls one loses, reads again and replays. */
export function firstAnswer(
  call: IdempotentCall | null,
  answer: Answer,
  now: number,
): { checks: Check[]; set: Write[] } {
  if (call === null) return { checks: [], set: [] }
  const value = JSON.stringify({ bodyHash: sha256(call.body), ...answer })
  return {
    checks: [{ key: keyOf(call), value: null }],
    set: [{ key: keyOf(call), value, expiresAt: now + KEPT_MS }],
  }
}
