import { accountOf, type GithubEvents, type WebhookDeps } from './deps.ts'

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#installation */
export function onInstallation(events: GithubEvents, { projects }: WebhookDeps): void {
  events.on(['installation.created', 'installation.unsuspend'], async ({ payload }) => {
    const account = accountOf(payload.installation)
    if (account === null) return
    await projects.grant({ id: payload.installation.id, account }, grantedBy(payload.installation))
    await projects.add({ id: payload.installation.id, account }, payload.repositories ?? [])
  })
  events.on('installation.new_permissions_accepted', async ({ payload }) => {
    const account = accountOf(payload.installation)
    if (account === null) return
    await projects.grant({ id: payload.installation.id, account }, grantedBy(payload.installation))
  })
  // A suspended installation still is one: GitHub refuses what is asked of it, in words that the job passes on.
  events.on('installation.deleted', async ({ payload }) => {
    const account = accountOf(payload.installation)
    if (account === null) return
    await projects.removeInstallation(account.id, payload.installation.id)
  })
  events.on('installation_repositories', async ({ payload }) => {
    const account = accountOf(payload.installation)
    if (account === null) return
    const added = payload.repositories_added.flatMap((repository) =>
      repository.id !== undefined && repository.name !== undefined
        ? [{ id: repository.id, name: repository.name, private: repository.private ?? true }]
        : [],
    )
    await projects.add({ id: payload.installation.id, account }, added)
    const removed = payload.repositories_removed.flatMap(({ id }) => (id === undefined ? [] : [id]))
    await projects.remove(payload.installation.id, removed)
  })
}

/** The permissions of the App with their levels; the types of Octokit know only some of them. */
const grantedBy = ({ permissions }: { readonly permissions?: object }): Record<string, string> =>
  Object.fromEntries(
    Object.entries(permissions ?? {}).flatMap(([name, level]) =>
      typeof level === 'string' ? [[name, level]] : [],
    ),
  )
