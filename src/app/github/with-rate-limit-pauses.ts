import { GithubUnavailable } from './errors.ts'
import type { Github } from './github.ts'
import type { RepositoryRef } from './repository.ts'

export interface RateLimitPauses {
  /** End of the current pause of this installation (epoch ms); `null`: no pause. */
  until(installationId: number): Promise<number | null>
  /** Begins a pause until `until`, the end of GitHub's limit. Returns the end of the pause, which may be later. */
  begin(installationId: number, until: number): Promise<number>
}

/**
 * One rate limit response pauses all calls of its installation, because GitHub blocks clients that continue. A limit of what is
 * only shown to people pauses that alone; if GitHub limits everything, the next call of a job meets the limit itself.
 * https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#handle-rate-limit-errors-appropriately
 * Calls as the App itself have separate rate limits and continue: its identity, and tokens for runners. So does the
 * revocation of a token, which is urgent and rare.
 */
export function withRateLimitPauses(
  github: Github,
  pauses: RateLimitPauses,
  /** Of what is only shown to people. GitHub limits content separately, and no job may wait for it. */
  contentPauses: RateLimitPauses,
): Github {
  async function within<T>(installationId: number, ask: () => Promise<T>, begun = pauses): Promise<T> {
    await expectNone(pauses, installationId)
    if (begun !== pauses) await expectNone(begun, installationId)
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof GithubUnavailable && error.isLimit)) throw error
      const retryAt = await begun.begin(installationId, error.retryAt)
      throw new GithubUnavailable(error.message, retryAt, { cause: error, isLimit: true })
    }
  }

  async function expectNone({ until: end }: RateLimitPauses, installationId: number): Promise<void> {
    const until = await end(installationId)
    if (until === null) return
    throw new GithubUnavailable(`GitHub limits installation ${installationId} of the app`, until, {
      isLimit: true,
    })
  }

  const paused =
    <Rest extends unknown[], T>(ask: (repository: RepositoryRef, ...rest: Rest) => Promise<T>) =>
    (repository: RepositoryRef, ...rest: Rest): Promise<T> =>
      within(repository.installationId, () => ask(repository, ...rest))

  const shown =
    <Rest extends unknown[], T>(ask: (repository: RepositoryRef, ...rest: Rest) => Promise<T>) =>
    (repository: RepositoryRef, ...rest: Rest): Promise<T> =>
      within(repository.installationId, () => ask(repository, ...rest), contentPauses)

  return {
    ...github,
    listRepositories: (installationId) =>
      within(installationId, () => github.listRepositories(installationId)),
    readRepository: paused(github.readRepository),
    readDefaultHead: paused(github.readDefaultHead),
    readProjectFiles: paused(github.readProjectFiles),
    readOrganisationFile: (account, hadFile) =>
      within(account.installationId, () => github.readOrganisationFile(account, hadFile)),
    dispatchWorkflow: paused(async (repository, workflow) => {
      const outcome = await github.dispatchWorkflow(repository, workflow)
      if (outcome.kind !== 'later' || !outcome.isLimit) return outcome
      return { ...outcome, at: await pauses.begin(repository.installationId, outcome.at) }
    }),
    findWorkflowRun: paused(github.findWorkflowRun),
    readWorkflowRun: paused(github.readWorkflowRun),
    readCiRun: paused(github.readCiRun),
    readCiCheck: paused(github.readCiCheck),
    listFailedJobs: paused(github.listFailedJobs),
    readJobLog: paused(github.readJobLog),
    cancelWorkflowRun: paused(github.cancelWorkflowRun),
    readPullRequest: paused(github.readPullRequest),
    updateBranch: paused(github.updateBranch),
    listChangedFiles: paused(github.listChangedFiles),
    findPullRequest: paused(github.findPullRequest),
    listPullRequestsInto: paused(github.listPullRequestsInto),
    react: shown(github.react),
    readIssue: paused(github.readIssue),
    readReview: paused(github.readReview),
    listSignedAttachments: paused(github.listSignedAttachments),
    replyInThread: shown(github.replyInThread),
    listAnsweredThreads: paused(github.listAnsweredThreads),
    readBranchHead: paused(github.readBranchHead),
    isProtected: paused(github.isProtected),
    deleteBranch: paused(github.deleteBranch),
    listBranches: paused(github.listBranches),
    listFiles: paused(github.listFiles),
    compareBranches: paused(github.compareBranches),
    contains: paused(github.contains),
    readCommit: paused(github.readCommit),
    findMergeBase: paused(github.findMergeBase),
    listWorkflowFiles: paused(github.listWorkflowFiles),
    withMergeWriter: (repository, work) =>
      within(repository.installationId, () => github.withMergeWriter(repository, work)),
    isOrganizationOwner: paused(github.isOrganizationOwner),
    isTeamMember: paused(github.isTeamMember),
    loginOf: paused(github.loginOf),
    permissionOf: paused(github.permissionOf),
    createComment: shown(github.createComment),
    updateComment: shown(github.updateComment),
    findOwnComment: paused(github.findOwnComment),
    addAssignees: shown(github.addAssignees),
    addLabels: shown(github.addLabels),
    requestReviewers: shown(github.requestReviewers),
    createCheckRun: shown(github.createCheckRun),
    updateCheckRun: shown(github.updateCheckRun),
    findCheckRun: paused(github.findCheckRun),
  }
}
