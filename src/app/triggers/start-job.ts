import type { RepositoryRef } from '../github/repository.ts'
import type { WorkRequest } from '../jobs/admit-request.ts'
import type { TriggerSettings } from '../projects/project-config.ts'
import type { IssueText } from '../records/messages.ts'
import { answered, answerRefusal, type TriggerOutcome } from './outcome.ts'
import { IN_A_FORK, NOT_WORKED_ON, NOTHING_ASKED, TEXT_LEFT_OUT } from './replies.ts'
import type { IssueRecord, Person } from './trigger-request.ts'
import type { TriggerWork } from './trigger-work.ts'

/** A job for an issue. Without a prompt, the text of the issue says what to do. */
export async function startOnIssue(
  deps: TriggerWork,
  about: {
    readonly repository: RepositoryRef
    readonly settings: TriggerSettings
    readonly issue: IssueRecord
    readonly sender: Person
    readonly work: WorkRequest
    readonly prompt: string
  },
): Promise<TriggerOutcome> {
  const { issue, work, prompt } = about
  const text = await readableText(deps, about)
  if (prompt === '' && text === null) return answered(TEXT_LEFT_OUT)
  const outcome = await deps.jobs.create({
    ...work,
    prompt: prompt === '' ? `Resolve issue #${issue.number}.` : prompt,
    ref: null,
    model: null,
    draft: null,
    ...(text !== null && { issue: text }),
  })
  return outcome.kind === 'accepted' ? { kind: 'accepted', job: outcome.id } : answerRefusal(outcome)
}

/** `null`: somebody without write access wrote the issue, and the settings leave such texts out. */
async function readableText(
  { checkSender }: TriggerWork,
  {
    repository,
    settings,
    issue: { title, body, author },
    sender,
  }: {
    readonly repository: RepositoryRef
    readonly settings: TriggerSettings
    readonly issue: IssueRecord
    readonly sender: Person
  },
): Promise<IssueText | null> {
  const text = { title, body, author: author?.login ?? 'ghost' }
  if (author?.id === sender.id) return text
  if (author !== null) {
    const check = await checkSender(repository, author, { isMember: true, named: settings })
    if (check.kind === 'may-ask') return text
  }
  return settings.issueText === 'everyone' ? { ...text, isOfStranger: true } : null
}

/**
 * A job on a pull request of somebody else. Its work starts from the branch of that pull request, and arrives as a pull
 * request into that branch: nobody's branch is changed without a merge.
 */
export async function startOnPullRequest(
  { jobs, github }: TriggerWork,
  about: {
    readonly repository: RepositoryRef
    readonly defaultBranch: string | null
    readonly number: number
    readonly work: WorkRequest
    readonly prompt: string
  },
): Promise<TriggerOutcome> {
  const { repository, defaultBranch, number, work, prompt } = about
  if (prompt === '') return answered(NOTHING_ASKED)
  const pull = await github.readPullRequest(repository, number)
  if (pull === null || pull.state !== 'open') return answered(NOT_WORKED_ON)
  if (pull.headRepositoryId !== repository.id) return answered(IN_A_FORK)
  if (pull.headBranch === defaultBranch) return answered(NOT_WORKED_ON)
  const { origin } = work
  const outcome = await jobs.create({
    ...work,
    ...(origin.kind === 'github' && { origin: { ...origin, onPullRequest: true } }),
    ...{ prompt, ref: pull.headBranch, model: null, draft: null },
  })
  return outcome.kind === 'accepted' ? { kind: 'accepted', job: outcome.id } : answerRefusal(outcome)
}
