import type { Probot } from 'probot'
import { z } from 'zod'
import { SETTINGS_PATHS } from '../../../settings/settings-files.ts'
import { projectIdOf } from '../../projects/project.ts'
import { keySpace } from '../../store/key-space.ts'
import type { WebhookDeps } from './deps.ts'

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
 * The stored settings pin the model of new jobs, so they follow the default branch. A dispatch reads them anyway, so the
 * many pushes that leave them alone cost no requests to GitHub.
 */
export function onPush(probot: Probot, deps: WebhookDeps): void {
  probot.on('push', async ({ payload }) => {
    const { repository, ref } = payload
    await receivePush(deps, { repositoryId: repository.id, ref, isDeleted: payload.deleted })
    if (ref !== `refs/heads/${repository.default_branch}` || leavesSettings(payload)) return
    const id = projectIdOf(repository.id)
    if ((await deps.store.get(keySpace.project(id))) === undefined) return
    await deps.store.commit({ set: [{ key: keySpace.refreshProject(id, deps.now()), value: '' }] })
    deps.onDue()
  })
}

async function receivePush(
  deps: WebhookDeps,
  { repositoryId, ref, isDeleted }: { repositoryId: number; ref: string; isDeleted: boolean },
): Promise<void> {
  const [, branch] = /^refs\/heads\/(.+)$/s.exec(ref) ?? []
  if (branch === undefined || isDeleted) return
  const project = await deps.projects.load(projectIdOf(repositoryId))
  if (project !== null) await deps.triggers.receiveBasePush(project, { branch, at: deps.now() })
}

/** Whether the push is known to change no settings. A push that does not list all its changes may. */
function leavesSettings(payload: unknown): boolean {
  const push = Push.safeParse(payload)
  if (!push.success) return false
  const paths = push.data.commits.flatMap(({ added, modified, removed }) => [
    ...added,
    ...modified,
    ...removed,
  ])
  return !SETTINGS_PATHS.some((path) => paths.includes(path))
}
