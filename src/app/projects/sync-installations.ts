import { GithubRefused, GithubUnavailable } from '../github/errors.ts'
import type { Installation } from '../github/repository.ts'
import type { Store } from '../store/store.ts'
import { addProjects, detachProject, recordPermissions } from './installed-projects.ts'
import { knownAccounts, projectIdsOf } from './list-projects.ts'
import { loadProject, type ProjectWork, projectIdOf } from './project.ts'

/** What a sync could not read. */
export interface Left {
  /** Ids of installations; `null`: the list of installations itself could not be read. */
  readonly installations: ReadonlySet<number> | null
  /** When to try again (epoch ms). */
  readonly at: number
}

const AGAIN_MS = 60_000

/**
 * Applies what webhooks missed: the repositories of every installation become projects, and projects that are gone are
 * detached. An installation that GitHub cannot describe now delays no other: the result says when to read it again.
 * `only`: limits the work to these installations.
 */
export async function syncInstallations(
  deps: ProjectWork,
  only: ReadonlySet<number> | null = null,
): Promise<Left | null> {
  // Before GitHub is asked: what a webhook attaches meanwhile is newer than the responses.
  const attached = await attachedProjects(deps.store)
  const listed = await attempt(deps, 'the installations', () => deps.github.listInstallations())
  if (listed.kind === 'failed') return { installations: only, at: listed.again }
  // An account that was removed from ALLOWED_ACCOUNTS counts as uninstalled.
  const installations = listed.value.filter(({ account }) => deps.isAllowed(account))
  const live = new Set(installations.map(({ id }) => id))
  const left = new Set<number>()
  let at = 0
  const gone = new Map([...attached].filter(([, installationId]) => !live.has(installationId)))
  for (const installation of installations) {
    const { id, suspended } = installation
    if (suspended || (only !== null && !only.has(id))) continue
    const synced = await attempt(deps, `installation ${id}`, () => syncOne(deps, installation))
    if (synced.kind === 'done') {
      const missing = [...attached].filter(([project, on]) => on === id && !synced.value.has(project))
      for (const [project] of missing) gone.set(project, id)
    } else {
      left.add(id)
      at = Math.max(at, synced.again)
    }
  }
  // An unlisted installation has ended for all of its projects or for none, so one request is enough.
  const ended = new Map(listed.value.flatMap(({ id }) => (live.has(id) ? [] : [[id, true]])))
  for (const [project, installationId] of gone) {
    const known = ended.get(installationId)
    const checked =
      known === undefined
        ? await attempt(deps, `the installation of ${project}`, () => isGone(deps, project, installationId))
        : ({ kind: 'done', value: known } as const)
    if (checked.kind === 'failed') {
      left.add(installationId)
      at = Math.max(at, checked.again)
      continue
    }
    if (!live.has(installationId)) ended.set(installationId, checked.value)
    if (checked.value) await detachProject(deps.store, project, installationId)
  }
  return left.size === 0 ? null : { installations: left, at }
}

/** Adds the repositories of an installation. Returns the ids of their projects. */
async function syncOne(deps: ProjectWork, installation: Installation): Promise<Set<string>> {
  await recordPermissions(deps.store, installation.id, () => installation.permissions)
  const repositories = await deps.github.listRepositories(installation.id)
  await addProjects(deps, installation, repositories)
  return new Set(repositories.map(({ id }) => projectIdOf(id)))
}

/**
 * Whether the repository has no such installation if GitHub is asked for it by name. A list alone proves nothing: an
 * entry that moves from one page to another while they are read is on none of them, and a response without a body reads
 * as an empty list.
 */
async function isGone({ store, github }: ProjectWork, id: string, installationId: number): Promise<boolean> {
  const project = await loadProject(store, id)
  if (project === null) return false
  const found = await github.findInstallation(project.owner, project.name, project.repositoryId)
  return found?.id !== installationId
}

/** Every attached project, with the id of its installation. */
async function attachedProjects(store: Store): Promise<Map<string, number>> {
  const attached = new Map<string, number>()
  for (const { id: accountId } of await knownAccounts(store)) {
    for (const id of await projectIdsOf(store, accountId)) {
      const installationId = (await loadProject(store, id))?.installationId
      if (installationId != null) attached.set(id, installationId)
    }
  }
  return attached
}

type Attempt<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly again: number }

/** Rethrows errors of the store and bugs, because the next attempt would also fail with them. */
async function attempt<T>(
  { now, log }: ProjectWork,
  what: string,
  work: () => Promise<T>,
): Promise<Attempt<T>> {
  try {
    return { kind: 'done', value: await work() }
  } catch (error) {
    if (error instanceof GithubUnavailable) {
      const again = Math.max(error.retryAt, now() + AGAIN_MS)
      log.warn({ err: error, again: new Date(again) }, `${what} could not be read; the server will retry`)
      return { kind: 'failed', again }
    }
    if (!(error instanceof GithubRefused)) throw error
    // For example, the installation was suspended or ended a moment ago. Its webhook will arrive before the retry.
    log.warn({ err: error, code: error.reason.code }, `${what} could not be read; the server will retry`)
    return { kind: 'failed', again: now() + AGAIN_MS }
  }
}
