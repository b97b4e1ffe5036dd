import { type FoundKey, judgeKey, placeOfKey } from '../../../src/app/keys/find-key.ts'
import type { Store } from '../../../src/app/store/store.ts'

export interface FindKeyDeps {
  readonly store: Pick<Store, 'get'>
  readonly now: () => number
  readonly keyPepper: string | null
}

/** What a server finds of a presented key. */
export async function findKey({ store, now, keyPepper }: FindKeyDeps, presented: string): Promise<FoundKey> {
  const place = placeOfKey(presented, keyPepper)
  return place.kind === 'good' ? judgeKey(await store.get(place.at), now()) : place
}
