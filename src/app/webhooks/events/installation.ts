import { personOnGithub } from '../../audit/actor.ts'
import { showAgain } from '../../feedback/shown.ts'
import type { Account } from '../../github/repository.ts'
import {
  addProjects,
  grantPermissions,
  removeInstallation,
  removeProjects,
} from '../../projects/installed-projects.ts'
import { projectIdOf } from '../../projects/project.ts'
import { changeProject } from '../../projects/refresh-project.ts'
import { noteRightsChange } from '../../sessions/access.ts'
import { endSessionsOf } from '../../sessions/sessions.ts'
import type { EventWork, GithubEvents } from './event-work.ts'

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#installation */
export function onInstallation(events: GithubEvents, deps: EventWork): void {
  events.on(['installation.created', 'installation.unsuspend'], async ({ payload }) => {
    const account = accountOf(payload.installation)
    if (account === null) return
    await grantPermissions(deps, { id: payload.installation.id, account }, grantedBy(payload.installation))
    await addProjects(deps, { id: payload.installation.id, account }, payload.repositories ?? [])
  })
  events.on('installation.new_permissions_accepted', async ({ payload }) => {
    const account = accountOf(payload.installation)
    if (account === null) return
    await grantPermissions(deps, { id: payload.installation.id, account }, grantedBy(payload.installation))
  })
  // A suspended installation still is one: GitHub refuses what is asked of it, in words that the job passes on.
  events.on('installation.deleted', async ({ payload }) => {
    const account = accountOf(payload.installation)
    if (account === null) return
    await removeInstallation(deps.store, account.id, payload.installation.id)
  })
  events.on('installation_repositories', async ({ payload }) => {
    const account = accountOf(payload.installation)
    if (account === null) return
    const added = payload.repositories_added.flatMap((repository) =>
      repository.id !== undefined && repository.name !== undefined
        ? [{ id: repository.id, name: repository.name, private: repository.private ?? true }]
        : [],
    )
    await addProjects(deps, { id: payload.installation.id, account }, added)
    const removed = payload.repositories_removed.flatMap(({ id }) => (id === undefined ? [] : [id]))
    await removeProjects(deps.store, payload.installation.id, removed)
  })
}

/** The permissions of the App with their levels; the types of Octokit know only some of them. */
const grantedBy = ({ permissions }: { readonly permissions?: object }): Record<string, string> =>
  Object.fromEntries(
    Object.entries(permissions ?? {}).flatMap(([name, level]) =>
      typeof level === 'string' ? [[name, level]] : [],
    ),
  )

interface Seen {
  readonly id: number
  readonly name: string
  readonly private: boolean
  readonly owner: { readonly login: string }
}

export function onRepository(events: GithubEvents, deps: EventWork): void {
  const record = ({ id, name, private: isPrivate, owner }: Seen) =>
    changeProject(deps.store, projectIdOf(id), (project) => ({
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
    await addProjects(deps, { id: installation.id, account }, [repository])
  })
  events.on('repository.deleted', async ({ payload }) => {
    await changeProject(deps.store, projectIdOf(payload.repository.id), (project) => ({
      ...project,
      installationId: null,
      isDeleted: true,
    }))
  })
}

/** What gives or ends access to the dashboard before the server would ask GitHub again. */
export function onAccessChange(events: GithubEvents, deps: EventWork): void {
  const sessions = { ...deps, auditMs: deps.retention.auditMs }
  /** https://docs.github.com/en/webhooks/webhook-events-and-payloads#github_app_authorization */
  events.on('github_app_authorization.revoked', async ({ payload }) => {
    const { id, login } = payload.sender
    await endSessionsOf(sessions, id, personOnGithub({ id, login }))
  })
  events.on(['installation.deleted', 'installation.suspend'], async ({ payload }) => {
    const account = accountOf(payload.installation)
    if (account === null) return
    await noteRightsChange(deps, account.id)
    // The account of a person has the id of the person; that of an organisation is nobody's.
    await endSessionsOf(sessions, account.id, personOnGithub(account))
  })
  events.on(['installation.created', 'installation.unsuspend'], async ({ payload }) => {
    const account = accountOf(payload.installation)
    if (account === null) return
    await noteRightsChange(deps, account.id)
    // The dashboard does not know yet that the account is one of this person. Persons and organisations share no id.
    const senderId = senderIdOf(payload)
    if (senderId !== null) await noteRightsChange(deps, senderId)
  })
  events.on('installation_repositories', async ({ payload }) => {
    const account = accountOf(payload.installation)
    if (account !== null) await noteRightsChange(deps, account.id)
  })
  events.on(['repository.transferred', 'repository.privatized'], async ({ payload }) => {
    await noteRightsChange(deps, payload.repository.owner.id)
  })
}

/** The account of an installation event; enterprises have no login of that kind and own no repositories. */
const accountOf = (installation: { account: unknown }): Account | null => {
  const { account } = installation
  if (typeof account !== 'object' || account === null || !('login' in account) || !('id' in account))
    return null
  return typeof account.login === 'string' && isId(account.id)
    ? { id: account.id, login: account.login }
    : null
}

/** Who caused the event; `null`: the payload does not say. */
const senderIdOf = ({ sender }: { readonly sender?: unknown }): number | null =>
  typeof sender === 'object' && sender !== null && 'id' in sender && isId(sender.id) ? sender.id : null

const isId = (id: unknown): id is number => Number.isSafeInteger(id) && Number(id) >= 0
