import type { Probot } from 'probot'
import { projectIdOf } from '../projects/project.ts'
import { changeProject } from '../projects/refresh-project.ts'
import { keySpace } from '../store/key-space.ts'
import type { WebhookDeps } from './webhook-deps.ts'

/** Renames keep the project; a transfer takes it from the old account's keys. */
export function onRepository(probot: Probot, deps: WebhookDeps): void {
  probot.on(
    ['repository.renamed', 'repository.transferred', 'repository.privatized', 'repository.publicized'],
    async ({ payload }) => {
      const { id, name, private: isPrivate, owner } = payload.repository
      await changeProject(deps.store, projectIdOf(id), (project) => ({
        ...project,
        name,
        private: isPrivate,
        owner: owner.login,
        accountId: owner.id,
        url: `${deps.serverUrl}/${owner.login}/${name}`,
      }))
    },
  )
  probot.on('repository.deleted', async ({ payload }) => {
    await changeProject(deps.store, projectIdOf(payload.repository.id), (project) => ({
      ...project,
      installationId: null,
      isDeleted: true,
    }))
  })
  /** The cached config pins the model of new jobs, so it follows the default branch. */
  probot.on('push', async ({ payload }) => {
    const { repository, ref } = payload
    if (ref !== `refs/heads/${repository.default_branch}`) return
    const id = projectIdOf(repository.id)
    if ((await deps.store.get(keySpace.project(id))) === undefined) return
    await deps.store.commit({ set: [{ key: keySpace.dueProject(id, deps.now()), value: '' }] })
    deps.onDue()
  })
}
