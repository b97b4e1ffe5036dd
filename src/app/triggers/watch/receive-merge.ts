import { z } from 'zod'
import type { Project } from '../../projects/project.ts'
import { keySpace } from '../../store/key-space.ts'
import type { KnownFields } from '../../store/parse-records.ts'
import type { Store } from '../../store/store.ts'

/** A pull request that was merged into the default branch, as its webhook brought it. */
export const Merge = z.looseObject({
  number: z.int(),
  title: z.string(),
  body: z.string(),
  /** When the webhook arrived, epoch milliseconds. */
  at: z.int(),
})
export type Merge = KnownFields<z.infer<typeof Merge>>

/** Names the merge within its repository. */
export const mergeId = (number: number): string => `merge-${number}`

const MAX_BODY = 10_000

/**
 * Stores a merge for the timers, unless it was worked on before, or no repository may read this one. The readers of a new
 * project are not known yet.
 */
export async function receiveMerge(
  deps: { readonly store: Store; readonly onDue: () => void },
  project: Project,
  merge: Merge,
): Promise<void> {
  if (project.config !== null && (project.config.readers ?? []).length === 0) return
  const id = mergeId(merge.number)
  const value: Merge = { ...merge, body: merge.body.slice(0, MAX_BODY).toWellFormed() }
  const key = keySpace.trigger(merge.at, { kind: 'merge', project: project.id, id })
  await deps.store.commit({
    checks: [{ key: keySpace.source(project.repositoryId, id), value: null }],
    set: [{ key, value: JSON.stringify(value) }],
  })
  deps.onDue()
}
