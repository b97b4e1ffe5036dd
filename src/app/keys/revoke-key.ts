import type { Store } from '../store/store.ts'
import { changeKey } from './change-key.ts'

/** Revokes a key immediately and permanently. Its record stays in the list. */
export async function revokeKey(
  { store, now }: { readonly store: Store; readonly now: () => number },
  key: { readonly accountId: number; readonly id: string },
): Promise<'revoked' | 'already-revoked' | 'unknown'> {
  const outcome = await changeKey(store, key, (record) =>
    record.revokedAt === null ? { ...record, revokedAt: new Date(now()).toISOString() } : null,
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
