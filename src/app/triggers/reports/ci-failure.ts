import { z } from 'zod'
import type { Project } from '../../projects/project.ts'
import { keySpace } from '../../store/key-space.ts'
import type { KnownFields } from '../../store/parse-records.ts'
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

interface FailureStore {
  readonly store: Store
  readonly onDue: () => void
}

/** Stores a failure for the timers, if the settings want it fixed, and it was not worked on before. */
export async function receiveCiFailure(
  deps: FailureStore,
  project: Project,
  failure: CiFailure & { readonly path: string },
): Promise<void> {
  const { path, ...value } = failure
  if (!project.config?.ciFailures?.checks.some(({ workflow }) => workflow === path)) return
  await storeFailure(deps, project, { kind: 'ci', id: ciFailureId(value), value })
}

async function storeFailure(
  { store, onDue }: FailureStore,
  { id: project, repositoryId }: Project,
  { kind, id, value }: { readonly kind: 'ci' | 'check'; readonly id: string; readonly value: { at: number } },
): Promise<void> {
  await store.commit({
    checks: [{ key: keySpace.source(repositoryId, id), value: null }],
    set: [{ key: keySpace.trigger(value.at, { kind, project, id }), value: JSON.stringify(value) }],
  })
  onDue()
}

/** A check run of another App that failed, as its webhook brought it. */
export const CheckFailure = z.looseObject({
  checkRunId: z.int(),
  /** Where GitHub looks for the pull request. */
  branch: z.string(),
  at: z.int(),
})
export type CheckFailure = KnownFields<z.infer<typeof CheckFailure>>

export const checkFailureId = ({ checkRunId }: CheckFailure): string => `check-${checkRunId}`

/** As `receiveCiFailure`. */
export async function receiveCheckFailure(
  deps: FailureStore,
  project: Project,
  failure: CheckFailure & { readonly app: number },
): Promise<void> {
  const { app, ...value } = failure
  if (!project.config?.ciFailures?.apps?.some((named) => named.app === app)) return
  await storeFailure(deps, project, { kind: 'check', id: checkFailureId(value), value })
}
