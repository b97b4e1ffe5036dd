import { z } from 'zod'
import { type Reason, reason } from '../../contract/reasons.ts'
import type { RepositoryRef } from '../github/github.ts'
import type { KnownFields } from '../store/known-fields.ts'
import { ProjectConfig } from './project-config.ts'

/**
 * One per repository on which the app is (or was) installed. The owner is what the current installation says; after a
 * transfer the next installation overwrites it, and the old account's keys no longer cover the project.
 */
export const Project = z.looseObject({
  v: z.literal(1),
  id: z.string(),
  repositoryId: z.int(),
  owner: z.string(),
  name: z.string(),
  url: z.string(),
  private: z.boolean(),
  accountId: z.int(),
  /** `null`: the app is not installed on the repository (any more). */
  installationId: z.int().nullable(),
  /** GitHub said that the repository was deleted. */
  isDeleted: z.boolean().default(false),
  defaultBranch: z.string().nullable(),
  /** The default branch's config as last read; `null` until then or where there is none. */
  config: ProjectConfig.nullable(),
  /** Head of the default branch when config and instructions were last read. */
  filesSha: z.string().nullable(),
})
export type Project = KnownFields<z.infer<typeof Project>>

/** `prj_` and GitHub's repository id in base 36: renames and transfers keep it. */
export const projectIdOf = (repositoryId: number): string => `prj_${repositoryId.toString(36)}`

export const DELETED: Reason = reason('repository-gone', 'it was deleted')

/** Why there is nothing to ask GitHub for, where `repositoryRef` is `null`. */
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
