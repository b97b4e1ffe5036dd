import { z } from 'zod'
import type { Project } from '../../projects/project.ts'
import { keySpace } from '../../store/key-space.ts'
import type { KnownFields } from '../../store/known-fields.ts'
import type { Store } from '../../store/store.ts'

/** A workflow run that failed, as its webhook brought it. The server reads it from GitHub before it does anything. */
export const CiFailure = z.looseObject({
  workflowRunId: z.int(),
  attempt: z.int(),
  /** When the webhook arrived, epoch milliseconds. */
  at: z.int(),
})
export type CiFailure = KnownFields<z.infer<typeof CiFailure>>

export const ciFailureId = ({ workflowRunId, attempt }: CiFailure): string => `ci-${workflowRunId}-${attempt}`

/** Stores a failure for the timers, if the settings want it fixed, and it was not worked on before. */
export async function receiveCiFailure(
  deps: { readonly store: Store; readonly onDue: () => void },
  project: Project,
  failure: CiFailure & { readonly path: string },
): Promise<void> {
  const { path, ...value } = failure
  if (!project.config?.ciFailures?.checks.some(({ workflow }) => workflow === path)) return
  const id = ciFailureId(value)
  await deps.store.commit({
    checks: [{ key: keySpace.source(project.repositoryId, id), value: null }],
    set: [
      {
        key: keySpace.trigger(value.at, { kind: 'ci', project: project.id, id }),
        value: JSON.stringify(value),
      },
    ],
  })
  deps.onDue()
}
