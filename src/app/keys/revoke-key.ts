import type { Actor } from '../audit/actor.ts'
import type { Store } from '../store/store.ts'
import { auditKey, changeKey } from './key-record.ts'

export interface RevokeKeyDeps {
  readonly store: Store
  readonly now: () => number
  /** How long the audit entry is kept. */
  readonly auditMs: number
}

/** Revokes a key immediately and permanently. Its record stays in the list. */
export async function revokeKey(
  { store, now, auditMs }: RevokeKeyDeps,
  key: { readonly accountId: number; readonly id: string },
  by: Actor,
): Promise<'revoked' | 'already-revoked' | 'unknown'> {
  const outcome = await changeKey(
    store,
    key,
    (record) => (record.revokedAt === null ? { ...record, revokedAt: new Date(now()).toISOString() } : null),
    (record) => ({
      ...auditKey('key.revoked', record, { by, at: now(), keptMs: auditMs }),
      isOnDisk: true,
    }),
  )
  switch (outcome) {
    case 'changed':
      return 'revoked'
    case 'unchanged':
      return 'already-revoked'
    case 'unknown':
      return 'unknown'
  }
}
