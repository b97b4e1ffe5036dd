import type { Probot } from 'probot'
import { projectIdOf } from '../projects/project.ts'
import { keySpace } from '../store/key-space.ts'
import type { WebhookDeps } from './deps.ts'

/** The cached config pins the model of new jobs, so it follows the default branch. */
export function onPush(probot: Probot, deps: WebhookDeps): void {
  probot.on('push', async ({ payload }) => {
    const { repository, ref } = payload
    if (ref !== `refs/heads/${repository.default_branch}`) return
    const id = projectIdOf(repository.id)
    if ((await deps.store.get(keySpace.project(id))) === undefined) return
    await deps.store.commit({ set: [{ key: keySpace.refreshProject(id, deps.now()), value: '' }] })
    deps.onDue()
  })
}
