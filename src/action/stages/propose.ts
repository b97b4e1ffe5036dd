import { type Job, orFail } from '../job.ts'
import type { Published } from '../job-end.ts'
import { openPullRequest } from '../pull-request/open-pull-request.ts'
import type { Words } from '../pull-request/word-discreetly.ts'
import { writePullRequest } from '../pull-request/write-pull-request.ts'
import type { Pushed } from './push.ts'

/** Opens the pull request, or finds the one of an earlier turn. */
export async function propose(
  job: Job,
  pushed: Pushed,
  { words, draft }: { words: Words; draft: boolean },
): Promise<Published> {
  const { assignment } = job.engagement
  const { branch, base, showPrompt, prompts, repository } = assignment
  const text = writePullRequest({
    title: words.title,
    body: words.body,
    job: assignment.job,
    prompts: prompts.map((prompt) => prompt.text),
    showPrompt,
    secrets: job.secrets.values,
  })
  const { pullRequest } = orFail(
    await openPullRequest({
      apiUrl: job.apiUrl,
      token: pushed.token,
      owner: repository.owner,
      name: repository.name,
      base,
      branch,
      ...text,
      draft: assignment.draft || draft,
      signal: job.signal,
    }),
  )
  job.log.info(`${pullRequest.created ? 'Opened' : 'Found'} ${pullRequest.url}`)
  return { branch, headSha: pushed.headSha, pullRequest }
}
