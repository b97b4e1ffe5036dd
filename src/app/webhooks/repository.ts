import type { Probot } from 'probot'
import { projectIdOf } from '../projects/project.ts'
import { keySpace } from '../store/key-space.ts'
import type { WebhookDeps } from './deps.ts'

export function onRepository(probot: Probot, deps: WebhookDeps): void {
  /** Renames keep the project. */
  probot.on(['repository.renamed', 'repository.privatized', 'repository.publicized'], async ({ payload }) => {
    const { id, name, private: isPrivate, owner } = payload.repository
    await deps.projects.change(projectIdOf(id), (project) => ({
      ...project,
      name,
      private: isPrivate,
      owner: owner.login,
      url: `${deps.serverUrl}/${owner.login}/${name}`,
    }))
  })
  /** It is sent to the new owner's installation, whose project it is from now on; the old account's keys lose it. */
  probot.on('repository.transferred', async ({ payload }) => {
    const { repository, installation } = payload
    if (installation === undefined) return
    const account = { id: repository.owner.id, login: repository.owner.login }
    await deps.projects.add({ id: installation.id, account }, [repository])
  })
  probot.on('repository.deleted', async ({ payload }) => {
    await deps.projects.change(projectIdOf(payload.repository.id), (project) => ({
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
    await deps.store.commit({ set: [{ key: keySpace.refreshProject(id, deps.now()), value: '' }] })
    deps.onDue()
  })
}
