import { z } from 'zod'
import { ORGANISATION_PATH, ORGANISATION_REPOSITORY } from '../../../settings/organisation-settings.ts'
import { SETTINGS_PATHS } from '../../../settings/settings-files.ts'
import { WORKFLOW_PATH } from '../../onboarding/inspect-workflow.ts'
import { receiveCommitReverts, revertedCommits } from '../../outcomes/reverts.ts'
import { forgetReading } from '../../projects/organisation-settings.ts'
import { loadProject, projectIdOf, projectKeys } from '../../projects/project.ts'
import { refreshKeys } from '../../projects/refresh-project.ts'
import { commitWithRetry, mergeCommits } from '../../store/store.ts'
import { receiveBasePush } from '../../triggers/reports/work-on-conflicts.ts'
import type { EventWork, GithubEvents } from './event-work.ts'

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#push */
const Push = z.object({
  forced: z.literal(false),
  created: z.literal(false),
  commits: z
    .array(
      z.object({ added: z.array(z.string()), modified: z.array(z.string()), removed: z.array(z.string()) }),
    )
    .min(1)
    // Of a push with more commits, GitHub lists only these.
    .max(2047),
})

/**
 * The stored settings pin the model of new jobs, and those of the organisation have the budgets, so they follow the default
 * branch. A dispatch reads them anyway, so the many pushes that leave them alone cost no requests to GitHub.
 */
export function onPush(events: GithubEvents, deps: EventWork): void {
  events.on('push', async ({ payload }) => {
    const { repository, ref } = payload
    const branch = branchOf(ref)
    if (branch !== null && !payload.deleted) {
      await receivePush(deps, { repositoryId: repository.id, branch })
      await receiveReverts(deps, { repositoryId: repository.id, branch, payload })
    }
    if (ref !== `refs/heads/${repository.default_branch}`) return
    const project = await loadProject(deps.store, projectIdOf(repository.id))
    if (project === null) return
    // People see that the project has to be checked again, instead of what no longer holds.
    if (!leavesAlone(payload, [WORKFLOW_PATH, ...SETTINGS_PATHS]))
      await deps.store.commit({ del: [projectKeys.check(project.id)] })
    const isOrganisation = project.name.toLowerCase() === ORGANISATION_REPOSITORY
    if (leavesAlone(payload, isOrganisation ? [...SETTINGS_PATHS, ORGANISATION_PATH] : SETTINGS_PATHS)) return
    await commitWithRetry(deps.store, `settings of ${project.id}`, async () => {
      const now = deps.now()
      const forget = isOrganisation ? await forgetReading(deps.store, project.accountId, { ms: 0, now }) : {}
      const refresh = { set: [{ key: refreshKeys.project(project.id, now), value: '' }] }
      return { commit: mergeCommits(forget, refresh), result: undefined }
    })
    deps.onDue()
  })
}

const branchOf = (ref: string): string | null => /^refs\/heads\/(.+)$/s.exec(ref)?.[1] ?? null

const Messages = z.object({ commits: z.array(z.object({ message: z.string() })) })

async function receiveReverts(
  deps: EventWork,
  { repositoryId, branch, payload }: { repositoryId: number; branch: string; payload: unknown },
): Promise<void> {
  const read = Messages.safeParse(payload)
  const shas = read.success ? revertedCommits(read.data.commits.map(({ message }) => message)) : []
  const project = shas.length === 0 ? null : await loadProject(deps.store, projectIdOf(repositoryId))
  if (project === null) return
  await receiveCommitReverts(deps, project, { shas, branch, at: deps.now() })
  deps.onDue()
}

async function receivePush(
  deps: EventWork,
  { repositoryId, branch }: { repositoryId: number; branch: string },
): Promise<void> {
  const project = await loadProject(deps.store, projectIdOf(repositoryId))
  if (project !== null) await receiveBasePush(deps, project, { branch, at: deps.now() })
}

/** Whether the push is known to change none of these files. A push that does not list all its changes may. */
function leavesAlone(payload: unknown, files: readonly string[]): boolean {
  const push = Push.safeParse(payload)
  if (!push.success) return false
  const paths = push.data.commits.flatMap(({ added, modified, removed }) => [
    ...added,
    ...modified,
    ...removed,
  ])
  return !files.some((path) => paths.includes(path))
}
