import { z } from 'zod'
import { reason } from '../../contract/reasons.ts'
import { Instruction } from '../../contract/runner-protocol/assignment.ts'
import { DEFAULT_INSTRUCTIONS } from '../../settings/resolve-rules.ts'
import { serverBecauseOf } from '../audit/actor.ts'
import { auditEntry } from '../audit/audit-entry.ts'
import { jitter } from '../domain/backoff.ts'
import { GithubRefused, GithubUnavailable } from '../github/errors.ts'
import type { RepositoryRef } from '../github/repository.ts'
import { otherReviewerKeys } from '../job-store/job-commit.ts'
import { time } from '../store/keys.ts'
import { type Commit, commitWithRetry, mergeCommits, type Store } from '../store/store.ts'
import { withBudgets } from './match-budgets.ts'
import { readOrganisation } from './organisation-settings.ts'
import { type OrganisationSettings, type ProjectConfig, parseProjectConfig } from './parse-project-config.ts'
import {
  loadProject,
  type Project,
  type ProjectWork,
  parseProject,
  projectKeys,
  repositoryRef,
  whyAbsent,
} from './project.ts'

export const refreshKeys = {
  /** Projects whose settings are to be read again. */
  project: (project: string, at: number) => `refresh/${time(at)}/project/${project}`,
  queue: () => 'refresh/' as const,
  /** Instruction files of the default branch, at one SHA. */
  files: (id: string, sha: string) => `files/${id}/${sha}`,
  /** Why the settings of the default branch were refused at one SHA. */
  refused: (id: string, sha: string) => `refused/${id}/${sha}`,
  /** The commit whose refused settings were audited last. */
  auditedRefusal: (project: string) => `audited-refusal/${project}`,
}

export type RefreshedProject = Project & {
  readonly defaultBranch: string
  readonly config: ProjectConfig
  readonly filesSha: string
}

/** Longer than any run that was dispatched with these files. */
const FILES_KEPT_MS = 3 * 24 * 3600 * 1000

/** Short, because a newer server may accept the same file. */
const REFUSAL_KEPT_MS = 10 * 60_000

const Files = z.object({ instructions: z.array(Instruction) })

/**
 * Reads and stores the settings and instruction files of the default branch at one SHA. If the head has not moved, it
 * uses the stored files, which saves six calls. Throws GithubUnavailable, or GithubRefused with the reason why Prentice
 * cannot work on the project, for example invalid settings.
 */
export async function refreshProject(deps: ProjectWork, project: Project): Promise<RefreshedProject> {
  const repository = repositoryRef(project)
  if (repository === null) throw new GithubRefused(whyAbsent(project))
  const { sha, ownerId, ...seen } = await deps.github.readDefaultHead(repository)
  // The installation of the old owner can still read a public repository, but cannot start workflows in it.
  if (ownerId !== project.accountId)
    throw new GithubRefused(reason('repository-transferred', `it is ${seen.owner}/${seen.name}`))
  const key = refreshKeys.files(project.id, sha)
  // Under its present name: a redirect from a former one is not followed.
  const organisation = await readOrganisation(deps, { ...project, owner: seen.owner })
  const isKept = project.filesSha === sha && project.config?.organisation === organisation.version
  const kept = isKept ? await deps.store.get(key) : undefined
  const { config: read, value } =
    kept !== undefined && project.config !== null
      ? { config: project.config, value: kept }
      : await readFiles(deps, { project, repository, sha, organisation })
  await deps.store.commit({ set: [{ key, value, expiresAt: deps.now() + FILES_KEPT_MS }] })
  const config = withBudgets(read, organisation.settings, seen)
  const fresh = { ...seen, config, filesSha: sha }
  await changeProject(deps.store, project.id, (current) => ({ ...current, ...fresh }))
  if (config.requireOtherReviewer === true && project.config?.requireOtherReviewer !== true)
    await deps.store.commit({
      set: [{ key: otherReviewerKeys.openPulls(project.id, deps.now()), value: '' }],
    })
  return { ...project, ...fresh }
}

/** Refused settings are stored for their commit, so that a retry costs neither calls nor parsing. */
async function readFiles(
  deps: ProjectWork,
  {
    project,
    repository,
    sha,
    organisation,
  }: { project: Project; repository: RepositoryRef; sha: string; organisation: OrganisationSettings },
): Promise<{ config: ProjectConfig; value: string }> {
  const { github, store, now } = deps
  const refusalKey = refreshKeys.refused(project.id, sha)
  const refusedBefore = await store.get(refusalKey)
  if (refusedBefore !== undefined) throw new GithubRefused(reason('config-invalid', refusedBefore))
  // The instruction files that the settings probably name. If they name others, those are read next.
  const paths = project.config?.instructions ?? DEFAULT_INSTRUCTIONS
  let files = await github.readProjectFiles(repository, sha, paths)
  const parsed = parseProjectConfig(files.settings, organisation)
  if (parsed.kind === 'invalid') {
    const refusal = {
      set: [{ key: refusalKey, value: parsed.detail, expiresAt: now() + REFUSAL_KEPT_MS }],
    }
    await store.commit(mergeCommits(refusal, await auditRefusal(deps, project, sha, parsed.detail)))
    throw new GithubRefused(reason('config-invalid', parsed.detail))
  }
  const { config } = parsed
  if (config.instructions.some((path) => !paths.includes(path))) {
    files = await github.readProjectFiles(repository, sha, config.instructions)
  }
  const instructions = onceEach(files.instructions.filter(({ path }) => config.instructions.includes(path)))
  return { config, value: JSON.stringify({ instructions }) }
}

/** One entry for each commit whose settings are refused, however often they are read. */
async function auditRefusal(
  { store, now, auditMs }: ProjectWork,
  { id, accountId, owner, name }: Project,
  sha: string,
  detail: string,
): Promise<Commit> {
  const key = refreshKeys.auditedRefusal(id)
  if ((await store.get(key)) === sha) return {}
  const by = serverBecauseOf(`the settings of commit ${sha.slice(0, 7)}`)
  const subject = { id, name: `${owner}/${name}` }
  const entry = {
    accountId,
    at: now(),
    action: 'settings.refused',
    by,
    project: id,
    subject,
    detail,
  } as const
  return mergeCommits({ set: [{ key, value: sha, expiresAt: now() + auditMs }] }, auditEntry(entry, auditMs))
}

/** Many repositories have CLAUDE.md as a link to AGENTS.md, and GitHub returns the target of a link. */
const onceEach = (instructions: readonly Instruction[]): Instruction[] =>
  instructions.filter(({ text }, i) => instructions.findIndex((other) => other.text === text) === i)

export async function readInstructions(store: Store, project: string, sha: string): Promise<Instruction[]> {
  const raw = await store.get(refreshKeys.files(project, sha))
  if (raw === undefined)
    throw new Error(`project ${project}: the instruction files of ${sha} are no longer stored`)
  return Files.parse(JSON.parse(raw)).instructions
}

/** Compare-and-set on the record of a project, because webhooks also change it. */
export const changeProject = (
  store: Store,
  id: string,
  change: (project: Project) => Project,
): Promise<Project | null> =>
  commitWithRetry(store, `project ${id}`, async () => {
    const key = projectKeys.record(id)
    const raw = await store.get(key)
    if (raw === undefined) return { result: null }
    const project = change(parseProject(raw))
    const value = JSON.stringify(project)
    if (value === raw) return { result: project }
    return { commit: { checks: [{ key, value: raw }], set: [{ key, value }] }, result: project }
  })

const AGAIN_MS = 60_000

/**
 * Reads the settings of a project before its next job needs them. Returns when to retry (epoch ms), or `null` if no
 * retry is needed: if GitHub refuses now, the next job reads them again and fails with the reason.
 */
export async function refreshDueProject(deps: ProjectWork, id: string): Promise<number | null> {
  try {
    const project = await loadProject(deps.store, id)
    if (project !== null && project.installationId !== null) await refreshProject(deps, project)
    return null
  } catch (error) {
    if (error instanceof GithubRefused) {
      deps.log.warn({ project: id, code: error.reason.code }, 'the settings of the project could not be read')
      return null
    }
    deps.log.warn(
      { project: id, err: error },
      'the settings of the project could not be read; the server will retry',
    )
    const retryAt = error instanceof GithubUnavailable ? error.retryAt : 0
    return Math.max(retryAt, deps.now() + AGAIN_MS) + jitter(deps.random)
  }
}
