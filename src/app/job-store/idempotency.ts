import { createHash } from 'node:crypto'
import { z } from 'zod'
import { time } from '../store/keys.ts'
import type { Check, Store, Write } from '../store/store.ts'

export const triggerKeys = {
  /** What became of a comment, a review or a label. One that led to a job leads to it permanently. */
  source: (repositoryId: number, id: string) => `source/${repositoryId}/${id}`,
  /** When the server next works on it. */
  due: (at: number, request: { kind: string; project: string; id: string }) =>
    `trigger/${time(at)}/${request.kind}/${request.project}/${request.id}`,
  queue: () => 'trigger/' as const,
}

const responseKeys = {
  ofRequest: (project: string, digest: string) => `idem/${project}/${digest}`,
}

/** Recognizes a repeated request. */
export type IdempotencyKey = RequestKey | SourceKey

/** A comment, a review or a label on GitHub. Kept permanently: GitHub never gives an id twice. */
export interface SourceKey {
  readonly source: string
  readonly repositoryId: number
}

/** Remembered for 24 hours for one owner, project and operation. */
export interface RequestKey {
  readonly key: string
  /** Whose key it is, by a unique id: keys of two owners never meet. */
  readonly owner: string
  readonly project: string
  /** Method and path, so that one key used on two operations stands for two requests. */
  readonly operation: string
  readonly body: string
}

const KEPT_MS = 24 * 3600 * 1000

const FirstResponse = z.looseObject({ bodyHash: z.string(), id: z.string(), body: z.string() })

/** The job's id and the body that was sent. */
export interface JobResponse {
  readonly id: string
  readonly body: string
}

export type PreviousResponse =
  | { readonly kind: 'none' }
  | { readonly kind: 'replay'; readonly response: JobResponse }
  | { readonly kind: 'other-body' }

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Where the first response is stored. */
export const responseKeyOf = (key: IdempotencyKey): string =>
  'source' in key
    ? triggerKeys.source(key.repositoryId, key.source)
    : responseKeys.ofRequest(key.project, sha256(JSON.stringify([key.owner, key.operation, key.key])))

/** The body of a source is what it was when it was first seen. */
const bodyHashOf = (key: IdempotencyKey): string => ('source' in key ? '' : sha256(key.body))

export const previousResponse = async (store: Store, key: IdempotencyKey | null): Promise<PreviousResponse> =>
  comparedResponse(key, key === null ? undefined : await store.get(responseKeyOf(key)))

/** The same, with what is stored for the key. */
export function comparedResponse(key: IdempotencyKey | null, stored: string | undefined): PreviousResponse {
  if (key === null || stored === undefined) return { kind: 'none' }
  const { bodyHash, id, body } = FirstResponse.parse(JSON.parse(stored))
  return bodyHash === bodyHashOf(key) ? { kind: 'replay', response: { id, body } } : { kind: 'other-body' }
}

/** Part of the commit that does the work: of two equal requests one conflicts, reads again and replays. */
export function firstResponse(
  key: IdempotencyKey | null,
  response: JobResponse,
  now: number,
): { checks: Check[]; set: Write[] } {
  if (key === null) return { checks: [], set: [] }
  const recordKey = responseKeyOf(key)
  // A record that is kept permanently is small; nobody reads the response to a comment.
  const kept = 'source' in key ? { id: response.id, body: '' } : response
  const value = JSON.stringify({ bodyHash: bodyHashOf(key), ...kept })
  const write = { key: recordKey, value, ...('source' in key ? {} : { expiresAt: now + KEPT_MS }) }
  return { checks: [{ key: recordKey, value: null }], set: [write] }
}
