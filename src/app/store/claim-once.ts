import { createHash } from 'node:crypto'
import { keySpace } from './key-space.ts'
import type { Store } from './store.ts'

/** True for the first who takes the name, until it expires (epoch ms); false for everybody after. */
export const claimOnce =
  (store: Store) =>
  (name: string, expiresAt: number): Promise<boolean> => {
    const key = keySpace.tokenUse(createHash('sha256').update(name).digest('hex'))
    return store.commit({ checks: [{ key, value: null }], set: [{ key, value: '', expiresAt }] })
  }
