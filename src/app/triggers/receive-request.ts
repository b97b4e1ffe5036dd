import type { Logger } from 'pino'
import type { Project } from '../projects/project.ts'
import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'
import { requestIdOf, type TriggerRequest } from './trigger-request.ts'

export interface ReceiveRequestDeps {
  readonly store: Store
  readonly now: () => number
  /** Called after a commit that leaves something due. */
  readonly onDue: () => void
  readonly log: Logger
}

/** A request that an outage or a limit of GitHub delays for longer would surprise its author. */
export const KEPT_MS = 3_600_000

/** UTF-8 bytes of a request's texts. */
const MAX_TEXT = 64 * 1024

/** Most requests of a repository that wait, and most of those that are not from members: strangers displace nobody. */
const MAX_WAITING = 100
const MAX_WAITING_OF_OTHERS = 50

/** Stores a request in one commit, for the timers to work on. A request that waits, or was worked on, is not stored again. */
export async function receiveRequest(
  deps: ReceiveRequestDeps,
  project: Pick<Project, 'id' | 'repositoryId'>,
  given: TriggerRequest,
): Promise<void> {
  const { store, log } = deps
  const id = requestIdOf(given)
  const request = withinLimit(given)
  if (request === null) return log.warn({ request: id }, 'a comment longer than 64 KiB is ignored')
  const key = keySpace.triggerRequest(project.id, id)
  const source = keySpace.source(project.repositoryId, id)
  const waiting = await store.list({ prefix: keySpace.triggerRequestsOf(project.id), limit: MAX_WAITING })
  if (waiting.length >= (request.isMember ? MAX_WAITING : MAX_WAITING_OF_OTHERS))
    return log.warn({ request: id, waiting: waiting.length }, 'too many comments wait, so one is ignored')
  const expiresAt = request.at + KEPT_MS
  await store.commit({
    checks: [
      { key, value: null },
      { key: source, value: null },
    ],
    set: [
      { key, value: JSON.stringify(request), expiresAt },
      {
        key: keySpace.trigger(request.at, { kind: request.kind, project: project.id, id }),
        value: '',
        expiresAt,
      },
    ],
  })
  deps.onDue()
}

/** The text of an issue gets the room that the comment leaves. `null`: the comment itself is too long. */
function withinLimit(request: TriggerRequest): TriggerRequest | null {
  const room = MAX_TEXT - (request.kind === 'label' ? 0 : Buffer.byteLength(request.text))
  if (room < 0) return null
  if (request.kind === 'review') return request
  const { issue } = request
  return { ...request, issue: { ...issue, body: cutTo(issue.body, room) } }
}

function cutTo(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  // A stream keeps back what is only a part of a character.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return `${decoder.decode(Buffer.from(text).subarray(0, bytes), { stream: true })}…`
}
