import { randomUUID } from 'node:crypto'
import { keySpace } from '../store/key-space.ts'
import type { Check, Store, Write } from '../store/store.ts'

/**
 * One of a project's places to run. A run holds one from its dispatch to its end (see job-commit.ts); the turnstile is
 * changed by everybody who takes one, so that two who count at once do not both get the last.
 */
export async function takeSlot(
  store: Store,
  project: string,
  runsAtOnce: number,
): Promise<{ checks: Check[]; set: Write[] } | null> {
  const key = keySpace.turnstile(project)
  const raw = await store.get(key)
  const held = await store.list({ prefix: keySpace.slotsOf(project), limit: runsAtOnce })
  if (held.length >= runsAtOnce) return null
  return { checks: [{ key, value: raw ?? null }], set: [{ key, value: randomUUID() }] }
}
