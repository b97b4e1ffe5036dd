import { createHash } from 'node:crypto'
import { keySpace } from './key-space.ts'
import type { Store } from './store.ts'

/** True for the first caller with this name, false for all others until it expires (epoch ms). */
export const claimOnce =
  (store: Store) =>
  (name: string, expiresAt: number): Promise<boolean> => {
    const key = keySpace.tokenUse(createHash('sha256').update(name).digest('hex'))
    return store.commit({ checks: [{ key, value: null }], set: [{ key, value: '', expiresAt }] })
  }
