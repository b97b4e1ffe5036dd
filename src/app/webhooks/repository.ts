import type { Probot } from 'probot'
import { projectIdOf } from '../projects/project.ts'
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
}
