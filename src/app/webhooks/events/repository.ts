import { showAgain } from '../../feedback/show-again.ts'
import { projectIdOf } from '../../projects/project.ts'
import type { GithubEvents, WebhookDeps } from './deps.ts'

interface Seen {
  readonly id: number
  readonly name: string
  readonly private: boolean
  readonly owner: { readonly login: string }
}

export function onRepository(events: GithubEvents, deps: WebhookDeps): void {
  const record = ({ id, name, private: isPrivate, owner }: Seen) =>
    deps.projects.change(projectIdOf(id), (project) => ({
      ...project,
      name,
      private: isPrivate,
      // The payload does not say it for every server.
      visibility: undefined,
      owner: owner.login,
      url: `${deps.serverUrl}/${owner.login}/${name}`,
    }))
  /** Renames keep the project. */
  events.on(['repository.renamed', 'repository.privatized'], async ({ payload }) => {
    await record(payload.repository)
  })
  /** Members may read the prompts of ended jobs and the texts of the model; the public may not. */
  events.on('repository.publicized', async ({ payload }) => {
    await record(payload.repository)
    await showAgain(deps, projectIdOf(payload.repository.id))
    deps.onDue()
  })
  /** It is sent to the new owner's installation, whose project it is from now on; the old account's keys lose it. */
  events.on('repository.transferred', async ({ payload }) => {
    const { repository, installation } = payload
    if (installation === undefined) return
    const account = { id: repository.owner.id, login: repository.owner.login }
    await deps.projects.add({ id: installation.id, account }, [repository])
  })
  events.on('repository.deleted', async ({ payload }) => {
    await deps.projects.change(projectIdOf(payload.repository.id), (project) => ({
      ...project,
      installationId: null,
      isDeleted: true,
    }))
  })
}
