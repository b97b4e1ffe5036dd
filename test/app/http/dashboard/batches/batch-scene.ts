import { listUnits } from '../../../../../src/app/batches/list-batches.ts'
import { recordEndedRun, workOnBatch } from '../../../../../src/app/batches/work-on-batch.ts'
import type { Github } from '../../../../../src/app/github/github.ts'
import { batchQueueKeys } from '../../../../../src/app/job-store/update-job.ts'
import { parseQueueKey } from '../../../../../src/app/store/keys.ts'
import { seatedRunner } from '../../../../support/app/claimed-runner.ts'
import { RETENTION } from '../../../../support/app/retention.ts'
import { dispatchingGithub } from '../../../../support/app/use-cases.ts'
import { type DashboardOptions, startDashboard } from '../../../../support/dashboard/start-dashboard.ts'

/** A dashboard of an account with a project that has these files, whose batches are worked on by `work`. */
export async function batchScene(
  paths: readonly string[],
  { over = {}, ...options }: Omit<DashboardOptions, 'github'> & { over?: Partial<Github> } = {},
) {
  const rights = { may: true }
  const app = await startDashboard({
    rateLimit: 0,
    ...options,
    github: dispatchingGithub([], {
      listFiles: async () => ({ paths, isComplete: true }),
      loginOf: async (_, id) => loginOf(id),
      permissionOf: async (_, login) => {
        const userId = app.github.people[login]?.id
        if (userId === undefined) return null
        const permission = rights.may ? 'write' : 'read'
        return { userId, permission, roleName: permission }
      },
      ...over,
    }),
  })
  const loginOf = (id: number): string | null =>
    Object.values(app.github.people).find((person) => person?.id === id)?.login ?? null
  const deps = { store: app.store, now: () => app.clock.at, onDue: () => {}, retention: RETENTION }
  const due = async () =>
    (await app.store.list({ prefix: batchQueueKeys.queue(), limit: 100 })).filter(
      ({ key }) => (parseQueueKey(key)?.at ?? 0) <= app.clock.at,
    )
  return {
    app,
    /** What the person may do in the project, as GitHub says to the App. */
    rights,
    /** Handles what is due, as the timer does. */
    async work() {
      for (let entries = await due(); entries.length > 0; entries = await due())
        for (const entry of entries) {
          const key = parseQueueKey(entry.key)
          if (key?.kind === 'step') await workOnBatch(app.parts, key, entry)
          else if (key?.kind === 'ended') await recordEndedRun(app.parts, entry)
          else throw new Error(`unexpected entry ${entry.key}`)
        }
    },
    /** The run of each active job of the batch ends. */
    async endAll(id: string, how: 'finish' | 'fail', costUsd = 0) {
      const reader = { key: { accountId: 77, projectIds: null } }
      const page = await listUnits(app.store, reader, id, { limit: 100, after: null })
      for (const { status, projectId: project, jobId } of page?.items ?? []) {
        if (status !== 'active' || jobId === null) continue
        const runner = await seatedRunner(deps, { project, job: jobId })
        const tokens = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 }
        await runner.report({ type: 'step', step: 1, ...tokens, costUsd })
        if (how === 'finish') await runner.finish('nothing to do')
        else await (await runner.fail('no answer')).confirm()
      }
    },
  }
}
