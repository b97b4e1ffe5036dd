import type { Entry, OpenedStore } from '../../../src/app/store/store.ts'

/** Entries of any family, whether the product lists it or not, in key order. */
export async function listEntries(
  store: Pick<OpenedStore, 'keys' | 'getMany'>,
  prefix = '',
): Promise<Entry[]> {
  const keys: string[] = []
  for await (const batch of store.keys(prefix)) keys.push(...batch)
  const values = await store.getMany(keys.sort())
  return keys.flatMap((key, i) => (values[i] === undefined ? [] : [{ key, value: values[i] }]))
}
