import { z } from 'zod'
import { commitWithRetry } from '../store/commit-with-retry.ts'
import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'

/** What the owner of an installation has granted, by name of the permission. */
export type Permissions = Readonly<Record<string, string>>

const PermissionsRecord = z.looseObject({ granted: z.record(z.string(), z.string()) })

/** Empty until a sync or a webhook has reported them. */
export async function readPermissions(store: Store, installationId: number): Promise<Permissions> {
  const raw = await store.get(keySpace.permissions(installationId))
  return raw === undefined ? {} : PermissionsRecord.parse(JSON.parse(raw)).granted
}

/** Owners grant new permissions later than the App requests them, and not all of them do. */
export const recordPermissions = (
  store: Store,
  installationId: number,
  change: (granted: Permissions) => Permissions,
): Promise<void> =>
  commitWithRetry(store, `permissions of installation ${installationId}`, async () => {
    const key = keySpace.permissions(installationId)
    const raw = await store.get(key)
    const before = raw === undefined ? { granted: {} } : PermissionsRecord.parse(JSON.parse(raw))
    const value = JSON.stringify({ ...before, granted: change(before.granted) })
    if (value === raw) return { result: undefined }
    return { commit: { checks: [{ key, value: raw ?? null }], set: [{ key, value }] }, result: undefined }
  })
