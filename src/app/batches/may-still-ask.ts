import { GithubRefused } from '../github/errors.ts'
import type { Github } from '../github/github.ts'
import { findKeyInForce } from '../keys/find-key.ts'
import { covers } from '../keys/key-record.ts'
import { type Project, repositoryRef } from '../projects/project.ts'
import type { Asker } from './batch-asker.ts'
import type { BatchDeps } from './batch-deps.ts'

export const KEY_ENDED =
  'its API key was revoked or has expired: retry the batch with another key, or create a new one'
/** Why they get no job of a repository any more. */
export const LOST_ACCESS: Readonly<Record<Asker['kind'], string>> = {
  key: 'the API key of the batch does not cover the repository any more, or the GitHub App was uninstalled from it',
  actor:
    'the person who asked for the batch no longer has write access to the repository, or the GitHub App was uninstalled from it: somebody who has access can retry the batch',
}

/** Why they may not ask for a job of this project now; `null`: they may. */
type WhyNotIn = (project: Project) => Promise<string | null>

/** Whether those who asked for a batch may still ask for its jobs. `ended`: for none of them. */
export async function standingOf(
  { store, github, now }: Pick<BatchDeps, 'store' | 'github' | 'now'>,
  asker: Asker,
  accountId: number,
): Promise<{ readonly kind: 'ended' } | { readonly kind: 'stands'; readonly whyNotIn: WhyNotIn }> {
  if (asker.kind === 'actor')
    return { kind: 'stands', whyNotIn: (project) => whyNotWriter(github, asker, project) }
  const found = await findKeyInForce(store, { accountId, id: asker.id }, now())
  if (found.kind !== 'in-force') return { kind: 'ended' }
  return {
    kind: 'stands',
    whyNotIn: async (project) =>
      project.installationId !== null && covers(found.key, project) ? null : LOST_ACCESS.key,
  }
}

/**
 * A person may have signed out since, so GitHub is asked with the App's token: their own token said that they may, and this
 * answer only ever takes that away. A login can pass to another person.
 */
async function whyNotWriter(
  github: Pick<Github, 'permissionOf' | 'loginOf'>,
  { id, login }: Extract<Asker, { kind: 'actor' }>,
  project: Project,
): Promise<string | null> {
  const repository = repositoryRef(project)
  if (repository === null) return LOST_ACCESS.actor
  try {
    const present = (await github.loginOf(repository, id)) ?? login
    const found = await github.permissionOf(repository, present)
    const mayWrite = found?.userId === id && ['admin', 'write'].includes(found.permission)
    return mayWrite ? null : LOST_ACCESS.actor
  } catch (error) {
    if (error instanceof GithubRefused) return error.reason.message
    throw error
  }
}
