import { setTimeout as sleep } from 'node:timers/promises'
import type { PublishRules, RepositoryName } from '../../contract/runner-protocol/publish.ts'
import { confidentialWords, type Words } from '../confidential/confidential-words.ts'
import type { PushAccess } from '../control-plane/control-plane.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import { readDiffText } from '../git/diff/diff-text.ts'
import type { Repository } from '../git/process/repository.ts'
import { createPushMaker } from '../git/push/commit-maker.ts'
import { type Publication, publish, publishWith } from '../git/push/publish.ts'
import { createApiMaker } from '../github/commit-through-api.ts'
import { deliverThroughServer } from '../github/commit-through-server.ts'
import type { RetryOptions } from '../github/retries.ts'
import { RunFailure } from '../outcome/run-failure.ts'
import { commitMessage } from '../pull-request/commit-message.ts'
import type { AgentWork } from './agent-work.ts'
import type { PlannedChange } from './plan.ts'
import { type RunContext, reportNote } from './run-context.ts'

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
  given: { readonly planned: PlannedChange; readonly rules: PublishRules },
): Promise<Pushed> {
  const { controlPlane, signal, secrets, log } = job
  const { job: id, branch, coAuthor, outside, repository } = controlPlane.assignment
  const { planned, rules } = given
  const access = await controlPlane.getPushAccess(planned.size, retryOptions(job).deadline)
  // The run may have been stopped while the server was asked.
  signal.throwIfAborted()
  const message = commitMessage({
    message: messageFor(checkout, planned.words.commitMessage),
    job: id,
    coAuthor,
    holdCi: outside?.holdCi === true,
    secrets,
    repositoryUrl: repository.url,
  })
  const commit = { tree: planned.tree, parents: checkout.merge?.parents ?? [checkout.startSha], message }
  const published = await publishCommit(job, checkout, { commit, access, rules })
  if (!published.ok) throw new RunFailure(published.reason)
  const { headSha } = published
  log.info(`${branch} is at ${headSha}`)
  return { headSha, words: planned.words, ...access }
}

/** The commit message. The message of a merge begins as git would begin it. */
export const messageFor = ({ merge }: Pick<Checkout, 'merge'>, message: string): string =>
  merge === null
    ? message
    : [`Merge branch '${merge.base}' into ${merge.branch}`, message.trim()]
        .filter((part) => part !== '')
        .join('\n\n')

/**
 * Pushes an unsigned commit, unless the project wants signed ones or GitHub accepts no others. A merge that changes workflow
 * files is the server's to commit.
 */
async function publishCommit(
  job: RunContext,
  checkout: Checkout,
  given: {
    readonly commit: { readonly tree: string; readonly parents: readonly string[]; readonly message: string }
    readonly access: PushAccess
    readonly rules: PublishRules
  },
): Promise<Publication> {
  const { apiUrl, log, signal } = job
  const { base, branch, author } = job.controlPlane.assignment
  const { token } = given.access
  const repository = followRename(job, checkout.repository, given.access.repository)
  const pause = (ms: number) => sleep(ms, undefined, { signal })
  const common = {
    ...given.commit,
    repository,
    token,
    base,
    branch,
    author,
    baseSha: checkout.baseSha,
    branchHead: checkout.branchHead,
    pause,
  }
  const api = { repository, token, branch, apiUrl, ...given.access.repository, ...retryOptions(job) }
  if (checkout.merge?.changesWorkflows === true)
    return publishWith(
      common,
      deliverThroughServer({
        ...api,
        pause,
        commitMerge: (request) => job.controlPlane.commitMerge(request, api.deadline),
      }),
    )
  const publishSigned = () => publish({ ...common, maker: createApiMaker(api) })
  if (given.rules.signedCommits === true) return publishSigned()
  const pushed = await publish({ ...common, maker: createPushMaker(common) })
  if (pushed.ok || !pushed.needsSignature) return pushed
  log.info('GitHub accepts only signed commits here: the commit is made through its API.')
  return publishSigned()
}

/** After a limit has ended the agent, a rate limit is still waited for this long. */
export const LEAST_WAIT_MS = 300_000

/** A rate limit of GitHub is waited for as long as the run has time. If that is not enough, the work is saved. */
export function retryOptions(job: RunContext): RetryOptions {
  const { controlPlane, claimedAt, now, signal } = job
  const endsAt = claimedAt + controlPlane.assignment.limits.seconds * 1000
  const onWait = (text: string) => reportNote(job, text)
  return { now, onWait, signal, deadline: Math.max(endsAt, now() + LEAST_WAIT_MS) }
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
  job: RunContext,
  checkout: Checkout,
  { outcome }: AgentWork,
): Promise<Pushed | null> {
  const { controlPlane, confidentiality, signal, log } = job
  const { branchHead } = checkout
  if (branchHead === null) return null
  const text = await readDiffText(checkout, { tree: branchHead, changes: [] })
  const words = confidentiality.isOn
    ? confidentialWords(outcome, { files: [], text }, confidentiality)
    : outcome
  const size = { files: 0, additions: 0, deletions: 0 }
  const access = await controlPlane.getPushAccess(size, retryOptions(job).deadline)
  signal.throwIfAborted()
  log.info('The branch already holds the work.')
  return { headSha: branchHead, words, ...access }
}
