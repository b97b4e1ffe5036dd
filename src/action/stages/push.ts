import type { RepositoryName } from '../../contract/runner-protocol.ts'
import { confidentialWords, type Words } from '../confidential/confidential-words.ts'
import type { PushAccess } from '../control-plane/control-plane.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import { readDiffText } from '../git/diff/diff-text.ts'
import type { Repository } from '../git/process/repository.ts'
import { publish } from '../git/push/publish.ts'
import { commitMessage } from '../pull-request/commit-message.ts'
import type { PlannedChange } from './plan.ts'
import type { RunContext } from './run-context.ts'
import { orFail } from './run-stage.ts'
import type { AgentWork } from './sanitize-words.ts'

/** The branch on GitHub. The access is also valid for the pull request. */
export interface Pushed extends PushAccess {
  readonly headSha: string
  /** For the pull request. */
  readonly words: Words
}

/** Pushes the change. The push token exists only from here on, when nothing under the model's control is still running. */
export async function push(
  job: RunContext,
  checkout: Checkout,
  { planned, work }: { readonly planned: PlannedChange; readonly work: AgentWork },
): Promise<Pushed> {
  const { controlPlane, signal, secrets, log } = job
  const { job: id, branch, author, coAuthor } = controlPlane.assignment
  const access = await controlPlane.getPushAccess(planned.size)
  // The run may have been stopped while the server was asked.
  signal.throwIfAborted()
  const message = commitMessage({
    message: planned.words.commitMessage,
    job: id,
    coAuthor,
    secrets,
    hosts: work.linkHosts,
  })
  const { headSha } = orFail(
    await publish({
      ...checkout,
      repository: followRename(job, checkout.repository, access.repository),
      token: access.token,
      ...{ branch, tree: planned.tree, message, author },
    }),
  )
  log.info(`${branch} is at ${headSha}`)
  return { headSha, words: planned.words, ...access }
}

/** A push follows no redirect, which could take the token elsewhere. A new name on the same host is safe. */
function followRename(
  { controlPlane, log }: RunContext,
  repository: Repository,
  now: RepositoryName,
): Repository {
  const { owner, name, url } = controlPlane.assignment.repository
  if (now.owner === owner && now.name === name) return repository
  log.info(`The repository is called ${now.owner}/${now.name} now`)
  return repository.at(new URL(`/${now.owner}/${now.name}.git`, url).href)
}

/**
 * For a saved patch that the branch already holds: an earlier run pushed it, and only the pull request is missing.
 * `null`: there is no branch.
 */
export async function resumePushed(
  { controlPlane, confidentiality, signal, log }: RunContext,
  checkout: Checkout,
  { outcome }: AgentWork,
): Promise<Pushed | null> {
  const { branchHead } = checkout
  if (branchHead === null) return null
  const text = await readDiffText(checkout, { tree: branchHead, changes: [] })
  const words = confidentiality.isOn
    ? confidentialWords(outcome, { files: [], text }, confidentiality)
    : outcome
  const access = await controlPlane.getPushAccess({ files: 0, additions: 0, deletions: 0 })
  signal.throwIfAborted()
  log.info('The branch already holds the work.')
  return { headSha: branchHead, words, ...access }
}
