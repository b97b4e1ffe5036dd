import { GithubRefused } from '../github/errors.ts'
import type { Github } from '../github/github.ts'
import { findKeyInForce, type KeyInForce } from '../keys/key-in-force.ts'
import { covers } from '../keys/key-record.ts'
import { type Project, repositoryRef } from '../projects/project.ts'
import type { Asker } from './batch-asker.ts'
import type { BatchDeps } from './batch-deps.ts'

export const KEY_ENDED =
  'its API key was revoked or has expired: retry the batch with another key, or create a new one'
export const NOT_COVERED =
  'the API key of the batch does not cover the repository any more, or the GitHub App was uninstalled from it'
const NO_WRITE_ACCESS =
  'the person who asked for the batch no longer has write access to the repository, or the GitHub App was uninstalled from it: somebody who has access can retry the batch'

/** Whether those who asked for a batch may ask for a job of this project now. A text: why not. */
export type MayStillAsk = (project: Project | null) => Promise<true | string>

/** `ended`: they may ask for nothing any more. */
export async function standingOf(
  { store, github, now }: Pick<BatchDeps, 'store' | 'github' | 'now'>,
  asker: Asker,
  accountId: number,
): Promise<{ readonly kind: 'ended' } | { readonly kind: 'stands'; readonly mayAsk: MayStillAsk }> {
  if (asker.kind === 'actor') return { kind: 'stands', mayAsk: (project) => mayWrite(github, asker, project) }
  const found = await findKeyInForce(store, { accountId, id: asker.id }, now())
  if (found.kind !== 'in-force') return { kind: 'ended' }
  return { kind: 'stands', mayAsk: async (project) => isCovered(found, project) || NOT_COVERED }
}

const isCovered = ({ key }: Extract<KeyInForce, { kind: 'in-force' }>, project: Project | null): boolean =>
  project !== null && project.installationId !== null && covers(key, project)

/**
 * A person may have signed out since, so GitHub is asked with the App's token: their own token said that they may, and this
 * answer only ever takes that away. A login can pass to another person.
 */
async function mayWrite(
  github: Pick<Github, 'permissionOf' | 'loginOf'>,
  { id, login }: Extract<Asker, { kind: 'actor' }>,
  project: Project | null,
): Promise<true | string> {
  const repository = project === null ? null : repositoryRef(project)
  if (repository === null) return NO_WRITE_ACCESS
  try {
    const present = (await github.loginOf(repository, id)) ?? login
    const found = await github.permissionOf(repository, present)
    return (found?.userId === id && ['admin', 'write'].includes(found.permission)) || NO_WRITE_ACCESS
  } catch (error) {
    if (error instanceof GithubRefused) return error.reason.message
    throw error
  }
}
