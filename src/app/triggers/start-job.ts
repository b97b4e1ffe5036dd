import type { RepositoryRef } from '../github/repository.ts'
import type { WorkRequest } from '../jobs/admit-request.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { TriggerSettings } from '../projects/project-config.ts'
import type { IssueText } from '../records/messages.ts'
import type { CheckSender } from './check-sender.ts'
import { answered, answerRefusal, type TriggerOutcome } from './outcome.ts'
import { TEXT_LEFT_OUT } from './replies.ts'
import type { IssueRecord, Person } from './trigger-request.ts'

export interface StartJobDeps {
  readonly jobs: Pick<Jobs, 'create'>
  readonly checkSender: CheckSender
}

/** A job for an issue. Without a prompt, the text of the issue says what to do. */
export async function startJob(
  deps: StartJobDeps,
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
  { checkSender }: StartJobDeps,
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
