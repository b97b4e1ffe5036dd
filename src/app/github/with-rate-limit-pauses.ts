import { type Github, GithubUnavailable, type RepositoryRef } from './github.ts'

export interface RateLimitPauses {
  /** Until when (epoch ms) this installation is not to be heard; `null`: ask. */
  until(installationId: number): Promise<number | null>
  /** GitHub limits this installation until `until`. Answers when it may be heard again, which may be later. */
  begin(installationId: number, until: number): Promise<number>
}

/**
 * One answer that is a limit pauses all calls of its installation: GitHub blocks clients that continue for longer.
 * https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#handle-rate-limit-errors-appropriately
 * What the app asks for itself has separate rate limits and continues: who it is, and the tokens of its runners; so does
 * the end of a token, which is as urgent as it is rare.
 */
export function withRateLimitPauses(github: Github, pauses: RateLimitPauses): Github {
  async function within<T>(installationId: number, ask: () => Promise<T>): Promise<T> {
    const until = await pauses.until(installationId)
    if (until !== null) {
      throw new GithubUnavailable(`GitHub limits installation ${installationId} of the app`, until, {
        isLimit: true,
      })
    }
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof GithubUnavailable && error.isLimit)) throw error
      const retryAt = await pauses.begin(installationId, error.retryAt)
      throw new GithubUnavailable(error.message, retryAt, { cause: error, isLimit: true })
    }
  }

  const paused =
    <Rest extends unknown[], T>(ask: (repository: RepositoryRef, ...rest: Rest) => Promise<T>) =>
    (repository: RepositoryRef, ...rest: Rest): Promise<T> =>
      within(repository.installationId, () => ask(repository, ...rest))

  return {
    ...github,
    listRepositories: (installationId) =>
      within(installationId, () => github.listRepositories(installationId)),
    readRepository: paused(github.readRepository),
    readDefaultHead: paused(github.readDefaultHead),
    readProjectFiles: paused(github.readProjectFiles),
    dispatchWorkflow: paused(async (repository, workflow) => {
      const outcome = await github.dispatchWorkflow(repository, workflow)
      if (outcome.kind !== 'later' || !outcome.isLimit) return outcome
      return { ...outcome, at: await pauses.begin(repository.installationId, outcome.at) }
    }),
    findWorkflowRun: paused(github.findWorkflowRun),
    readWorkflowRun: paused(github.readWorkflowRun),
    cancelWorkflowRun: paused(github.cancelWorkflowRun),
    readPullRequest: paused(github.readPullRequest),
    findPullRequest: paused(github.findPullRequest),
    readBranchHead: paused(github.readBranchHead),
    contains: paused(github.contains),
  }
}
