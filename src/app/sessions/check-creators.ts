import type { Logger } from 'pino'
import { z } from 'zod'
import { serverBecauseOf } from '../audit/actor.ts'
import type { AuditedStore } from '../audit/audit-entry.ts'
import type { CollaboratorPermission } from '../github/conversation.ts'
import { GithubRefused, GithubUnavailable } from '../github/errors.ts'
import type { Github } from '../github/github.ts'
import type { RepositoryRef } from '../github/repository.ts'
import { type KeyRecord, keyStatus, loadKey, revokeKey } from '../keys/key-record.ts'
import { readWebhooks } from '../outbox/outbox-entry.ts'
import { whyEnded } from '../outgoing/endpoints/covering-webhooks.ts'
import { changeWebhooks } from '../outgoing/endpoints/managed-webhooks.ts'
import { listProjects } from '../projects/list-projects.ts'
import { loadProject, type Project, repositoryRef } from '../projects/project.ts'
import type { Store } from '../store/store.ts'

interface CreatorCheckDeps extends AuditedStore {
  readonly github: Pick<
    Github,
    'loginOf' | 'permissionOf' | 'isOrganizationOwner' | 'readRepository' | 'forgetToken'
  >
  readonly log: Logger
}

/** With the repetitions and the time for which an answer is reused, less than the five minutes within which the server revokes the key. */
const AGAIN_MS = 3.5 * 60_000
const RETRY_MS = 60_000
/** GitHub may refuse once what it grants a second later, so that the right is lost when it says so three times. */
const REPEAT_MS = 30_000
const REPETITIONS = 3
const FORGOTTEN_MS = 10 * 60_000

/** `id`: of a key or a webhook. */
const doubtKey = (id: string): string => `creator-doubt/${id}`

/** How often in a row GitHub has denied the right, and when last. */
const Denied = z.looseObject({ times: z.int(), at: z.int() })

/** What a person made in the dashboard, by its place. Returns when to check it again (epoch ms); `null`: never. */
type Check = (place: { readonly accountId: number; readonly id: string }) => Promise<number | null>

export interface CreatorChecks {
  /** Revokes the key of a person who no longer has the right to make it. */
  readonly checkKey: Check
  /** Ends the webhook of a person who no longer has the right to make it: somebody else may take it over. */
  readonly checkWebhook: Check
}

/**
 * Checks that those who made something in the dashboard may still make it. They may have signed out, so GitHub is asked
 * with the App's token: it only ever takes something away. While GitHub does not answer, or has not repeated that the right
 * is gone, it stays as it is.
 */
export function createCreatorChecks(deps: CreatorCheckDeps): CreatorChecks {
  const rights = readCreatorRights(deps)

  async function check(made: Made, end: () => Promise<unknown>): Promise<number | null> {
    const { accountId, creator, about } = made
    try {
      const right = await rightTo(deps, rights, made)
      if (right === 'unknown')
        deps.log.debug(about, 'nobody can say whether its creator keeps the right to it')
      if (right !== 'lost') {
        const doubt = doubtKey(made.id)
        if ((await deps.store.get(doubt)) !== undefined) await deps.store.commit({ del: [doubt] })
        return nextCheck(accountId, deps.now())
      }
      if (!(await isRepeated(deps, made))) return deps.now() + REPEAT_MS
    } catch (error) {
      if (!(error instanceof GithubUnavailable || error instanceof GithubRefused)) throw error
      deps.log.warn({ err: error, ...about }, 'the rights of its creator could not be checked')
      const retryAt = error instanceof GithubUnavailable ? error.retryAt : 0
      return Math.max(retryAt, deps.now() + RETRY_MS)
    }
    await end()
    deps.log.info(
      { ...about, login: creator.login },
      'it was ended, because its creator lost the right to it',
    )
    return null
  }

  return {
    async checkKey({ accountId, id }) {
      const key = await loadKey(deps.store, { accountId, id })
      if (key === null || key.creator === null || isOver(key, deps.now())) return null
      const { creator, projectIds } = key
      const lost = serverBecauseOf(`${creator.login} lost the right to this key`)
      const made = { id, accountId, projectIds, creator, about: { keyId: id } }
      return check(made, () => revokeKey(deps, key, lost))
    },

    async checkWebhook({ accountId, id }) {
      const { webhooks } = await readWebhooks(deps.store, accountId)
      const webhook = webhooks.find((one) => one.id === id)
      if (webhook?.person === undefined || webhook.person.endedAt !== undefined) return null
      const { person: creator, projectIds } = webhook
      return check({ id, accountId, projectIds, creator, about: { webhookId: id } }, () =>
        endWebhook(deps, { accountId, id, creator }),
      )
    },
  }
}

/** What somebody made, and what that takes the right to. */
interface Made extends Pick<KeyRecord, 'id' | 'accountId' | 'projectIds'> {
  readonly creator: Creator
  /** For the log. */
  readonly about: { readonly keyId: string } | { readonly webhookId: string }
}

type Creator = NonNullable<KeyRecord['creator']>

/** Unless somebody else has taken it over meanwhile. */
const endWebhook = (
  deps: CreatorCheckDeps,
  { accountId, id, creator }: { readonly accountId: number; readonly id: string; readonly creator: Creator },
): Promise<void> =>
  changeWebhooks<void>(
    deps,
    { accountId, by: serverBecauseOf(`${creator.login} lost the right to this webhook`) },
    (webhooks, at) => {
      const webhook = webhooks.find((one) => one.id === id)
      if (webhook?.person?.id !== creator.id) return { kind: 'refused', outcome: undefined }
      const person = { ...webhook.person, endedAt: at }
      const ended = { ...webhook, person, disabled: { at, reason: whyEnded(webhook) } }
      return {
        kind: 'changed',
        webhooks: webhooks.map((one) => (one === webhook ? ended : one)),
        action: 'webhook.disabled',
        subject: webhook,
        outcome: undefined,
      }
    },
  )

/** Counts the denial, and has GitHub asked with another token the next time. */
async function isRepeated(
  { store, now, github }: CreatorCheckDeps,
  { id, accountId }: Made,
): Promise<boolean> {
  const key = doubtKey(id)
  const at = now()
  const raw = (await store.get(key)) ?? null
  const before = raw === null ? { times: 0, at: 0 } : Denied.parse(JSON.parse(raw))
  // Another server has just asked.
  if (Math.abs(at - before.at) < REPEAT_MS / 2) return false
  const times = before.times + 1
  const value = JSON.stringify({ times, at })
  const isCounted = await store.commit({
    checks: [{ key, value: raw }],
    set: [{ key, value, expiresAt: at + FORGOTTEN_MS }],
  })
  if (isCounted && times >= REPETITIONS) return true
  const installationId = (await anyInstalled(store, accountId))?.installationId ?? null
  if (installationId !== null) github.forgetToken(installationId)
  return false
}

/** The same for all of an account, and spread over accounts. */
function nextCheck(accountId: number, now: number): number {
  const offset = (accountId * 7_919) % AGAIN_MS
  return (Math.floor((now - offset) / AGAIN_MS) + 1) * AGAIN_MS + offset
}

const isOver = (key: KeyRecord, at: number): boolean => ['expired', 'revoked'].includes(keyStatus(key, at))

/** `unknown`: nobody can say, since the App sees none of its repositories. That confirms no right, and ends nothing. */
type Right = 'held' | 'lost' | 'unknown'

/** The right that creating it takes: to own the account, or the admin role in each of its projects. */
async function rightTo(
  { store }: CreatorCheckDeps,
  rights: CreatorRights,
  { accountId, projectIds, creator: { id: creatorId } }: Made,
): Promise<Right> {
  if (creatorId === accountId) return 'held'
  const anyProject = await anyInstalled(store, accountId)
  if (anyProject === null) return 'unknown'
  // A login can pass to another person.
  const login = await rights.loginOf(anyProject, creatorId)
  if (login === null) return 'lost'
  if (await rights.ownsAccount(anyProject, login)) return 'held'
  if (projectIds === null || projectIds.length === 0) return 'lost'
  let right: Right = 'unknown'
  for (const projectId of projectIds) {
    const project = await loadProject(store, projectId)
    const repository = project?.accountId === accountId ? repositoryRef(project) : null
    if (repository === null) continue
    const found = await rights.permissionOf(repository, login)
    if (found === 'gone') continue
    if (found?.userId !== creatorId || found.permission !== 'admin') return 'lost'
    right = 'held'
  }
  return right
}

/** A page of projects may be empty, after many that are no longer installed, and not be the last one. */
async function anyInstalled(store: Store, accountId: number): Promise<Project | null> {
  for (let cursor: string | null = null; ; ) {
    const page = await listProjects(store, accountId, () => true, { cursor, limit: 1 })
    const [project] = page.projects
    if (project !== undefined) return project
    cursor = page.nextCursor
    if (cursor === null) return null
  }
}

/** What GitHub says about the creators. */
interface CreatorRights {
  /** `project`: any of the account. */
  ownsAccount(project: Project, login: string): Promise<boolean>
  /** `gone`: GitHub has no such repository. */
  permissionOf(repository: RepositoryRef, login: string): Promise<CollaboratorPermission | null | 'gone'>
  /** `project`: any of the account. `null`: the person has deleted their account. */
  loginOf(project: Project, personId: number): Promise<string | null>
}

/** All of an account is checked at the same time, so one answer serves all that a creator made. */
const BELIEVED_MS = REPEAT_MS / 2

/** Asks GitHub once in a quarter of a minute about the same person in the same place. */
function readCreatorRights({ github, now }: Pick<CreatorCheckDeps, 'github' | 'now'>): CreatorRights {
  const share = <T>(): ((name: string, ask: () => Promise<T>) => Promise<T>) => {
    let since = 0
    let answers = new Map<string, T>()
    return async (name, ask) => {
      if (Math.abs(now() - since) >= BELIEVED_MS) {
        answers = new Map()
        since = now()
      }
      const kept = answers
      const known = kept.get(name)
      if (known !== undefined) return known
      const answer = await ask()
      kept.set(name, answer)
      return answer
    }
  }
  const owners = share<boolean>()
  const permissions = share<CollaboratorPermission | null | 'gone'>()
  const logins = share<string | null>()
  return {
    ownsAccount: (project, login) =>
      owners(`${project.accountId}/${login}`, () => ownsAccount(github, project, login)),
    permissionOf: (repository, login) =>
      permissions(`${repository.id}/${login}`, () => permissionOf(github, repository, login)),
    loginOf: ({ installationId }, personId) =>
      logins(String(personId), async () =>
        installationId === null ? null : github.loginOf({ installationId }, personId),
      ),
  }
}

async function permissionOf(
  github: CreatorCheckDeps['github'],
  repository: RepositoryRef,
  login: string,
): Promise<CollaboratorPermission | null | 'gone'> {
  const found = await github.permissionOf(repository, login)
  if (found !== null) return found
  try {
    await github.readRepository(repository)
    return null
  } catch (error) {
    if (error instanceof GithubRefused && error.reason.code === 'repository-gone') return 'gone'
    throw error
  }
}

async function ownsAccount(
  github: CreatorCheckDeps['github'],
  project: Project,
  login: string,
): Promise<boolean> {
  const repository = repositoryRef(project)
  if (repository === null) return false
  if (await github.isOrganizationOwner(repository, login)) return true
  // GitHub knows a renamed organisation by its new name only, and the project may have the old one.
  const { owner } = await github.readRepository(repository)
  if (owner.id !== project.accountId || owner.login === repository.owner) return false
  return github.isOrganizationOwner({ ...repository, owner: owner.login }, login)
}
