import type { Verb } from '../../mention/close-verb.ts'
import { actorOf } from '../audit/actor.ts'
import type { Job } from '../domain/job.ts'
import { isEnded } from '../domain/run-state-machine.ts'
import type { WorkRequest } from '../jobs/admit-request.ts'
import { permitsAll } from '../keys/permits-all.ts'
import { readHolds } from '../limits/hold.ts'
import type { Project } from '../projects/project.ts'
import type { TriggerSettings } from '../projects/project-config.ts'
import { isAskedOnGithub, readMessages } from '../records/messages.ts'
import type { Store } from '../store/store.ts'
import { answered, answerMessage, answerRefusal, type TriggerOutcome } from './outcome.ts'
import { describeJob, HELP, NO_JOB, NO_PULL_REQUEST, NO_RETRY, NOT_OURS, NOTHING_RUNS } from './replies.ts'
import type { TriggerWork } from './trigger-work.ts'

/** `stop`, `status`, `retry`, `update` and `help`. */
export async function runVerb(
  deps: TriggerWork,
  verb: Verb,
  about: {
    readonly job: Job | null
    readonly work: WorkRequest
    readonly settings: Pick<TriggerSettings, 'pullRequests'>
    readonly isOnPullRequest: boolean
    /** When the webhook arrived, epoch milliseconds. */
    readonly at: number
  },
): Promise<TriggerOutcome> {
  const { job, work } = about
  if (verb === 'help') return answered(HELP)
  if (job === null)
    return answered(about.isOnPullRequest && about.settings.pullRequests === 'own' ? NOT_OURS : NO_JOB)
  switch (verb) {
    case 'status': {
      const { inForce } = await readHolds(deps.store, work.project)
      const isHidden = await isConfidential(deps.store, work.project, job)
      return answered(describeJob(job, { isConfidential: isHidden, isHeld: inForce !== null }))
    }
    case 'stop':
      // A server may have ended after the cancellation: the request is fulfilled.
      if (job.run.state === 'cancelled' && (job.run.endedAt ?? 0) > about.at)
        return { kind: 'accepted', job: job.id }
      if (isEnded(job.run)) return answered(NOTHING_RUNS)
      if (await isAskedLater(deps.store, job, about.at)) return { kind: 'accepted', job: job.id }
      await deps.jobs.cancel({ project: job.project, job: job.id }, actorOf(work.origin))
      return { kind: 'accepted', job: job.id }
    case 'retry':
      return retry(deps, job, work)
    case 'update':
      return update(deps, job, work)
  }
}

/**
 * Whether the run was asked for over HTTP after the comment. Then the comment meant an earlier run, and a server cancelled that
 * run but stopped before it recorded so. Comments are worked on in their order, so the comment means any run that an earlier
 * comment asks for.
 */
async function isAskedLater(store: Store, { id, run }: Job, at: number): Promise<boolean> {
  const [{ message } = { message: null }] = await readMessages(store, id, run.first, run.first)
  return message !== null && message.at > at && !isAskedOnGithub(message)
}

async function update({ jobs }: TriggerWork, job: Job, work: WorkRequest): Promise<TriggerOutcome> {
  const outcome = await jobs.updateBranch({ ...work, job: job.id })
  return outcome.kind === 'no-pull-request' ? answered(NO_PULL_REQUEST) : answerMessage(outcome)
}

/** On a public repository, one prompt over HTTP makes the whole job confidential, unless the settings show prompts. */
async function isConfidential(
  store: Store,
  { private: isPrivate, config }: Project,
  job: Job,
): Promise<boolean> {
  if (isPrivate || config?.showPrompt) return false
  const messages = await readMessages(store, job.id, 1, job.messages)
  return !permitsAll(messages, ({ message }) => isAskedOnGithub(message))
}

export async function retry({ jobs }: TriggerWork, job: Job, work: WorkRequest): Promise<TriggerOutcome> {
  const outcome = await jobs.retry({ ...work, job: job.id })
  switch (outcome.kind) {
    case 'accepted':
      return { kind: 'accepted', job: outcome.id }
    case 'active':
    case 'completed':
    case 'archived':
    case 'emptied':
    case 'absent':
      return answered(NO_RETRY[outcome.kind])
    default:
      return answerRefusal(outcome)
  }
}
