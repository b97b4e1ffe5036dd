import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'
import { LIFETIME_MS } from './sessions.ts'

/** GitHub has reported that rights in an account have changed: all servers ask again. */
export const noteRightsChange = async (
  { store, now }: { readonly store: Store; readonly now: () => number },
  accountId: number,
): Promise<void> => {
  const at = now()
  await store.commit({
    set: [{ key: keySpace.rightsChange(accountId), value: String(at), expiresAt: at + LIFETIME_MS }],
  })
}
