import { z } from 'zod'
import { keySpace } from '../../store/key-space.ts'
import type { Store } from '../../store/store.ts'

/** After this long without a request of the runner, the reconciler checks its workflow run on GitHub. */
export const RUNNER_SILENT_MS = 90_000

/** Time of the last request of the runner, number and size of its events, and the cost counted so far. */
export const Heartbeat = z.looseObject({ at: z.int(), seq: z.int(), bytes: z.int(), costUsd: z.number() })
export type Heartbeat = z.infer<typeof Heartbeat>

const NONE: Heartbeat = { at: 0, seq: 0, bytes: 0, costUsd: 0 }

/** `raw`: the stored value, for the check of a commit that changes it. */
export async function readHeartbeat(
  store: Store,
  run: string,
): Promise<{ readonly raw: string | undefined; readonly heartbeat: Heartbeat }> {
  const raw = await store.get(keySpace.heartbeat(run))
  return { raw, heartbeat: raw === undefined ? NONE : Heartbeat.parse(JSON.parse(raw)) }
}
