import type { Actor } from '../audit/actor.ts'
import type { KeyOrigin, PersonOrigin } from '../domain/origin.ts'
import { mayWrite } from '../github/conversation.ts'
import { doubtRefusal } from '../github/doubt.ts'
import { GithubRefused } from '../github/errors.ts'
import { findKeyInForce } from '../keys/find-key.ts'
import { covers } from '../keys/key-record.ts'
import { type Project, repositoryRef } from '../projects/project.ts'
import { RecordUnreadable } from '../store/store.ts'
import type { BatchRecord, BatchWork } from './batch-record.ts'

/** Who the jobs of a batch belong to. */
export type Asker = KeyOrigin | PersonOrigin

/** The person or key that made the latest request. Pure. */
export function askerOf({ id, key, person }: Pick<BatchRecord, 'id' | 'key' | 'person'>): Asker {
  if (person !== undefined) {
    const { id: number, login, address } = person
    return { kind: 'actor', id: number, login, via: 'dashboard', ...(address !== undefined && { address }) }
  }
  if (key === undefined)
    throw new RecordUnreadable(`the batch ${id} does not say who asked for it: restore it from a backup`)
  return {
    kind: 'key',
    id: key.id,
    name: key.name,
    ...(key.address !== undefined && { address: key.address }),
  }
}

/** The fields that say who asked last. An API key or a person asks, and nobody else. */
export function askedBy({ kind, id, name, address }: Actor): Pick<BatchRecord, 'key' | 'person'> {
  if (id === null) throw new Error(`a batch cannot belong to ${name}`)
  const from = address === null ? {} : { address }
  return kind === 'person'
    ? { person: { id: Number(id), login: name, ...from } }
    : { key: { id, name, ...from } }
}

/** The batch with a new owner. */
export function handOver({ key: _, person: __, ...batch }: BatchRecord, by: Actor): BatchRecord {
  return { ...batch, ...askedBy(by) }
}

export const createdBy = ({ kind, id, name }: Actor): BatchRecord['createdBy'] => ({
  ...{ id: id ?? '', name },
  ...(kind === 'person' && { kind }),
})

export const KEY_ENDED =
  'its API key was revoked or has expired: retry the batch with another key, or create a new one'
/** Why they get no further job of a repository. */
export const LOST_ACCESS: Readonly<Record<Asker['kind'], string>> = {
  key: 'the API key of the batch does not cover the repository any more, or the GitHub App was uninstalled from it',
  actor:
    'the person who asked for the batch no longer has write access to the repository, or the GitHub App was uninstalled from it: somebody who has access can retry the batch',
}

/** Whether they may ask for a job of a project now. */
type Access =
  | { readonly kind: 'granted' }
  | { readonly kind: 'refused'; readonly why: string }
  /** GitHub may take the refusal back: ask again at `at` (epoch ms). */
  | { readonly kind: 'later'; readonly at: number }

/** Whether those who asked for a batch may still ask for its jobs. `key-ended`: for none of them. */
export async function checkAsker(
  deps: Pick<BatchWork, 'store' | 'github' | 'now'>,
  asker: Asker,
  accountId: number,
): Promise<
  | { readonly kind: 'key-ended' }
  | { readonly kind: 'valid'; readonly accessTo: (project: Project) => Promise<Access> }
> {
  if (asker.kind === 'actor')
    return { kind: 'valid', accessTo: (project) => accessOfPerson(deps, asker, project) }
  const found = await findKeyInForce(deps.store, { accountId, id: asker.id }, deps.now())
  if (found.kind !== 'in-force') return { kind: 'key-ended' }
  return {
    kind: 'valid',
    accessTo: async (project) =>
      project.installationId !== null && covers(found.key, project)
        ? { kind: 'granted' }
        : { kind: 'refused', why: LOST_ACCESS.key },
  }
}

/**
 * A person may have signed out since, so GitHub is asked with the App's token: their own token said that they may, and this
 * answer only ever takes that away. A login can pass to another person.
 */
async function accessOfPerson(
  deps: Pick<BatchWork, 'store' | 'github' | 'now'>,
  { id, login }: Extract<Asker, { kind: 'actor' }>,
  project: Project,
): Promise<Access> {
  const { github } = deps
  const repository = repositoryRef(project)
  if (repository === null) return { kind: 'refused', why: LOST_ACCESS.actor }
  const orDoubt = async (why: string, refusal: Parameters<typeof doubtRefusal>[2]): Promise<Access> => {
    const at = await doubtRefusal(deps, repository, refusal)
    return at === null ? { kind: 'refused', why } : { kind: 'later', at }
  }
  try {
    const present = (await github.loginOf(repository, id)) ?? login
    const found = await github.permissionOf(repository, present)
    if (mayWrite(found, id)) return { kind: 'granted' }
    return await orDoubt(LOST_ACCESS.actor, { reason: { code: `no writer ${id}` }, status: 404 })
  } catch (error) {
    if (!(error instanceof GithubRefused)) throw error
    return orDoubt(error.reason.message, error)
  }
}
