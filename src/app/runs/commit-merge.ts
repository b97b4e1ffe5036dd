import { changedWorkflowFiles, mergeWorkflowFiles } from '../../contract/merge-workflow-files.ts'
import { reason } from '../../contract/reasons.ts'
import type { MergeRequest, MergeResponse } from '../../contract/runner-protocol/publish.ts'
import type { Job } from '../domain/job.ts'
import type { RunnerIdentity } from '../domain/verify-claimant.ts'
import { GithubRefused } from '../github/errors.ts'
import type { BranchMove, MergeWriter } from '../github/github.ts'
import type { RepositoryRef } from '../github/repository.ts'
import { readMessages } from '../job-store/messages.ts'
import { loadProject, repositoryRef, whyAbsent } from '../projects/project.ts'
import { type RunnerRefusal, refuse, verifyPublisher } from './authorize-runner.ts'
import type { RunnerWork } from './run-work.ts'

export type CommitMergeOutcome = { readonly kind: 'answered'; readonly answer: MergeResponse } | RunnerRefusal

/**
 * Commits a merge whose base changes workflow files, because no runner may. The runner says how the other files are
 * merged, as with each of its pushes; the workflow files are merged here, from the two branches alone. Nothing is
 * recorded: a repeated request finds the merge on the branch.
 */
export async function commitMerge(
  deps: RunnerWork,
  identity: RunnerIdentity,
  run: string,
  secret: string,
  request: MergeRequest,
): Promise<CommitMergeOutcome> {
  const publisher = await verifyPublisher(deps, identity, run, secret)
  if (publisher.kind === 'refused') return publisher
  const { job } = publisher
  if (job.run.state !== 'publishing' || !(await mergesBase(deps, job)))
    return refuse('not-merging', `run ${run} does not publish a merge now`)
  const project = await loadProject(deps.store, job.project)
  const repository = project && repositoryRef(project)
  if (repository === null) throw new GithubRefused(whyAbsent(project))
  const signedOnly = project?.config?.signedCommits === true
  const answer = await commitOn(deps, repository, job, { ...request, signedOnly })
  if (answer.outcome === 'committed')
    deps.log.info({ run, commit: answer.headSha }, 'committed a merge that changes workflow files')
  return { kind: 'answered', answer }
}

async function mergesBase({ store }: RunnerWork, { id, run }: Job): Promise<boolean> {
  const turn = await readMessages(store, id, run.first, run.last)
  return turn.some(({ message }) => message?.update)
}

type Merge = MergeRequest & { readonly signedOnly: boolean }

async function commitOn(
  deps: RunnerWork,
  repository: RepositoryRef,
  { branch, run }: Pick<Job, 'branch' | 'run'>,
  merge: Merge,
): Promise<MergeResponse> {
  const { github } = deps
  const { head, base, tree, result, message, signedOnly } = merge
  const tip = await github.readBranchHead(repository, branch)
  if (tip !== head) return findMerge(deps, repository, tip, merge)
  await requireCurrentBase(github, repository, base, run)
  const ancestor = await github.findMergeBase(repository, head, base)
  if (ancestor === null) throw refused('the branches have no common commit')
  const list = (sha: string) => github.listWorkflowFiles(repository, sha)
  const [before, ours, theirs, given] = await Promise.all([
    list(ancestor),
    list(head),
    list(base),
    list(tree),
  ])
  const merged = mergeWorkflowFiles({ ancestor: before, branch: ours, base: theirs })
  const changes = changedWorkflowFiles(given, merged)

  const move = await github.withMergeWriter(repository, async (writer) => {
    const made = changes.length === 0 ? tree : await writer.makeTree(tree, changes)
    if (made !== result) throw refused('git merges the workflow files in another way than file by file')
    return publish(writer, branch, { tree: made, parents: [head, base], message, signedOnly })
  })
  if (move === null)
    throw refused(`${run.base} changes workflow files, and the GitHub App has no permission \`workflows\``)
  switch (move.kind) {
    case 'moved-to':
      return { outcome: 'committed', headSha: move.sha }
    case 'not-ahead':
      return findMerge(deps, repository, await github.readBranchHead(repository, branch), merge)
    case 'refused':
      throw new GithubRefused(reason('push-refused', `GitHub refused it: ${move.detail.replace(/\.$/, '')}`))
  }
}

async function requireCurrentBase(
  github: RunnerWork['github'],
  repository: RepositoryRef,
  base: string,
  { base: branch, baseHead }: Job['run'],
): Promise<void> {
  const tip = branch === null ? null : await github.readBranchHead(repository, branch)
  if (tip === base) return
  if (tip === null) throw refused(`its base ${branch ?? 'branch'} does not exist`)
  // A retry starts from the new head.
  if (baseHead !== undefined && !(await github.contains(repository, baseHead, tip)))
    throw new GithubRefused(
      reason(
        'push-refused',
        `${branch} was force-pushed while the run worked, so the merge of ${base} is outdated`,
      ),
    )
  // GitHub also serves commits of forks under the name of the repository.
  if (!(await github.contains(repository, base, tip))) throw refused(`commit ${base} is not on ${branch}`)
  // An earlier commit may have a workflow with a defect that was fixed since.
  if (baseHead === undefined || !(await github.contains(repository, baseHead, base)))
    throw refused(
      `commit ${base} is not the head of ${branch}, and the run does not show that it was when it started`,
    )
}

async function publish(
  writer: MergeWriter,
  branch: string,
  { signedOnly, ...commit }: Parameters<MergeWriter['makeCommit']>[0] & { readonly signedOnly: boolean },
): Promise<BranchMove & { readonly sha: string }> {
  const { sha, isSigned } = await writer.makeCommit(commit)
  if (signedOnly && !isSigned)
    throw new GithubRefused(reason('push-refused', 'GitHub did not sign the commit'))
  return { ...(await writer.moveBranch(branch, sha)), sha }
}

/** The response to an earlier request may have been lost, or the server that made the merge may have stopped. */
async function findMerge(
  { github }: RunnerWork,
  repository: RepositoryRef,
  tip: string | null,
  { head, base, result }: MergeRequest,
): Promise<MergeResponse> {
  if (tip === null) return { outcome: 'moved' }
  const { tree, parents } = await github.readCommit(repository, tip)
  const isOurs = tree === result && parents.length === 2 && parents[0] === head && parents[1] === base
  return isOurs ? { outcome: 'committed', headSha: tip } : { outcome: 'moved' }
}

const refused = (detail: string): GithubRefused => new GithubRefused(reason('update-refused', detail))
