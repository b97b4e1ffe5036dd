import { GithubRefused, GithubUnavailable } from '../github/errors.ts'
import { otherReviewerKeys } from '../job-store/job-commit.ts'
import { loadProject, type ProjectWork, repositoryRef } from '../projects/project.ts'
import type { QueueKey } from '../store/keys.ts'
import type { Entry, Write } from '../store/store.ts'
import { isRequired } from './look-at-pull-request.ts'
import { nextSweep, readPulls, readSince, sinceWrite } from './records.ts'

const AGAIN_MS = 60_000

/**
 * Makes the open pull requests of a project due that may have changed without a webhook: it was lost, the setting is new, or a
 * reviewer has lost the right to write. Deletes the entry, and leaves one for the next hour as long as the setting is on.
 */
export async function lookAtOpenPullRequests(
  deps: ProjectWork,
  { project: id }: QueueKey,
  entry: Entry,
): Promise<void> {
  const { store, now, log } = deps
  let set: Write[] = []
  try {
    set = await dueOf(deps, id)
  } catch (error) {
    const isExpected = error instanceof GithubUnavailable || error instanceof GithubRefused
    if (!isExpected) throw error
    log.warn({ project: id, err: error }, 'the open pull requests of a project could not be listed')
    const at = error instanceof GithubUnavailable ? Math.max(error.retryAt, now() + AGAIN_MS) : null
    set = [at === null ? nextSweep(id, now()) : { key: otherReviewerKeys.openPulls(id, at), value: '' }]
  }
  for (let at = 0; at < set.length; at += COMMIT) await store.commit({ set: set.slice(at, at + COMMIT) })
  await store.commit({ del: [entry.key] })
}

const COMMIT = 100

async function dueOf(deps: ProjectWork, id: string): Promise<Write[]> {
  const { store, github, now } = deps
  const project = await loadProject(store, id)
  const repository = project && repositoryRef(project)
  if (project === null || repository === null || !(await isRequired(deps, project))) return []
  const since = await readSince(store, id)
  const open = await github.listOpenPullRequests(repository)
  const seen = await readPulls(
    store,
    id,
    open.map(({ number }) => number),
  )
  const due = open.filter(({ headSha, baseBranch }, i) => {
    const known = seen[i]
    return known == null || known.isOurs || known.sha !== headSha || known.base !== baseBranch
  })
  return [
    ...(since === null ? [sinceWrite(id, now())] : []),
    ...due.map(({ number }) => ({ key: otherReviewerKeys.pull(id, number, now()), value: 'confirm' })),
    nextSweep(id, now()),
  ]
}
