import type { Logger } from 'pino'
import { z } from 'zod'
import { type Reason, reason } from '../../contract/reasons.ts'
import type { AuditedStore } from '../audit/audit-entry.ts'
import type { Random } from '../domain/backoff.ts'
import type { Github } from '../github/github.ts'
import type { Account, RepositoryRef } from '../github/repository.ts'
import { type KnownFields, memoizeParse } from '../store/parse-records.ts'
import type { Store } from '../store/store.ts'
import { ProjectConfig } from './parse-project-config.ts'

export const projectKeys = {
  record: (id: string) => `project/${id}`,
  ofAccount: (accountId: number, id: string) => `account-project/${accountId}/${id}`,
  allOf: (accountId: number) => `account-project/${accountId}/` as const,
  /** The last check of a project, for people. */
  check: (id: string) => `project-check/${id}`,
}

/**
 * One for each repository on which the App is, or was, installed. The owner comes from the current installation. After
 * a transfer the next installation overwrites it, and keys of the old account no longer cover the project.
 */
export const Project = z.looseObject({
  v: z.literal(1),
  id: z.string(),
  repositoryId: z.int(),
  owner: z.string(),
  name: z.string(),
  url: z.string(),
  private: z.boolean(),
  /** `public`, `internal` or `private`, as last read; absent: not known. */
  visibility: z.string().optional(),
  accountId: z.int(),
  /** `null`: the App is not, or no longer, installed on the repository. */
  installationId: z.int().nullable(),
  /** GitHub reported that the repository was deleted. */
  isDeleted: z.boolean().default(false),
  defaultBranch: z.string().nullable(),
  /** The settings on the default branch, as last read; `null` until then. */
  config: ProjectConfig.nullable(),
  /** Head of the default branch when settings and instruction files were last read. */
  filesSha: z.string().nullable(),
})
export type Project = KnownFields<z.infer<typeof Project>>

/** What the use cases of projects work with. */
export interface ProjectWork extends AuditedStore {
  readonly github: Github
  readonly random: Random
  /** Called after a commit that leaves something due. */
  readonly onDue: () => void
  readonly log: Logger
  /** Web URL of GitHub. */
  readonly serverUrl: string
  /** Whether this server serves the account. */
  readonly isAllowed: (account: Account) => boolean
}

/** `prj_` and GitHub's repository id in base 36, so renames and transfers do not change it. */
export const projectIdOf = (repositoryId: number): string => `prj_${repositoryId.toString(36)}`

export const DELETED: Reason = reason('repository-gone', 'it was deleted')

/** The reason if `repositoryRef` returns `null`. */
export const whyAbsent = (project: Project | null): Reason =>
  project?.isDeleted ? DELETED : reason('app-uninstalled')

export function repositoryRef(project: Project): RepositoryRef | null {
  if (project.installationId === null) return null
  return {
    installationId: project.installationId,
    id: project.repositoryId,
    owner: project.owner,
    name: project.name,
  }
}

export const parseProject = memoizeParse((raw): Project => Project.parse(JSON.parse(raw)))

export async function loadProject(store: Store, id: string): Promise<Project | null> {
  const raw = await store.get(projectKeys.record(id))
  return raw === undefined ? null : parseProject(raw)
}
