import type { Reason } from '../../../contract/reasons.ts'
import { hear } from './admit-trigger.ts'
import { connectIssues } from './connect-issues.ts'
import { markAnswer } from './last-run.ts'
import { readRepository } from './read-repository.ts'
import { findTrigger, readPayload } from './read-trigger.ts'
import { notBegunComment } from './report-comment.ts'
import { patienceOf, type StandaloneDeps } from './standalone.ts'
import { readOwnRun } from './workflow-run.ts'

type AnswerDeps = Pick<StandaloneDeps, 'environment' | 'apiUrl' | 'signal' | 'now' | 'log'>

/**
 * Says where somebody asked why no run can begin, for example because of a wrong input. Strangers get no answer. A failure is
 * logged as a warning, since the run already has a reason.
 */
export async function answerNotBegun(deps: AnswerDeps, why: Reason): Promise<void> {
  const { environment, log } = deps
  const { GITHUB_EVENT_NAME: event = '', GITHUB_REPOSITORY: repository = '' } = environment
  const token = environment['INPUT_GITHUB-TOKEN']?.trim() ?? ''
  const hasServer = (environment['INPUT_APP-URL'] ?? '').trim() !== ''
  if (hasServer || token === '' || (event !== 'issue_comment' && event !== 'issues')) return
  try {
    await answer(deps, { event, token, repository, why })
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    log.warning(`No comment says why the run could not begin: ${said}`)
  }
}

interface Asked {
  readonly event: 'issue_comment' | 'issues'
  readonly token: string
  /** `owner/name` */
  readonly repository: string
  readonly why: Reason
}

async function answer(deps: AnswerDeps, { event, token, repository: name, why }: Asked): Promise<void> {
  const { environment, apiUrl, signal } = deps
  const trigger = findTrigger(event, await readPayload(environment.GITHUB_EVENT_PATH))
  if (trigger.kind === 'none') return
  const repository = await readRepository({ apiUrl, repository: name, token, signal, environment })
  const own = readOwnRun(environment, repository.default_branch)
  const issues = connectIssues({
    ...{ apiUrl, token, signal },
    owner: repository.owner.login,
    name: repository.name,
    repositoryId: repository.id,
  })
  if ((await hear(issues, trigger)).kind === 'ignored') return
  const { number, pull_request: pull } = trigger.issue
  const facts = { repositoryUrl: repository.html_url, pull: pull ? number : null, logUrl: own.url }
  await issues.comment(number, markAnswer(notBegunComment(why, facts)), patienceOf(deps))
}
