import type { Actor } from '../audit/actor.ts'
import type { KeyOrigin, PersonOrigin } from '../domain/origin.ts'
import { RecordUnreadable } from '../store/store.ts'
import type { BatchRecord } from './batch-record.ts'

/** Whose jobs those of a batch are. */
export type Asker = KeyOrigin | PersonOrigin

/** Who asked last. Pure, as everything in this file. */
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

/** The batch, which belongs to somebody else from now on. */
export function handOver({ key: _, person: __, ...batch }: BatchRecord, by: Actor): BatchRecord {
  return { ...batch, ...askedBy(by) }
}

export const createdBy = ({ kind, id, name }: Actor): BatchRecord['createdBy'] => ({
  ...{ id: id ?? '', name },
  ...(kind === 'person' && { kind }),
})
