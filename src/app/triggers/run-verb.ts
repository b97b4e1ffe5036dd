import type { Verb } from '../../mention/close-verb.ts'
import { actorOf } from '../audit/actor.ts'
import type { Job } from '../domain/job.ts'
import { isEnded } from '../domain/run.ts'
import { lastPlanned } from '../domain/turns.ts'
import { isAskedOnGithub, readMessages } from '../job-store/messages.ts'
import { earlierRuns } from '../job-store/run-history.ts'
import type { WorkRequest, WorkStore } from '../jobs/admit-request.ts'
import { cancelJob } from '../jobs/cancel-job.ts'
import { retryJob } from '../jobs/retry-job.ts'
import { sendMessage, updateBranch } from '../jobs/send-message.ts'
import { permitsAll } from '../keys/permits-all.ts'
import { readHolds } from '../limits/hold.ts'
import type { TriggerSettings } from '../projects/parse-project-config.ts'
import type { Project } from '../projects/project.ts'
import type { Store } from '../store/store.ts'
import type { TriggerWork } from './authorize-request.ts'
import {
  answered,
  answerMessage,
  answerRefusal,
  describeJob,
  HELP,
  NO_JOB,
  NO_PLAN,
  NO_PULL_REQUEST,
  NO_RETRY,
  NOT_OURS,
  NOTHING_RUNS,
  PLAN_IN_WORK,
  type TriggerOutcome,
} from './replies.ts'

/** `stop`, `status`, `retry`, `update`, `approve` and `help`. */
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
      await cancelJob(deps, { project: job.project, job: job.id }, actorOf(work.origin))
      return { kind: 'accepted', job: job.id }
    case 'retry':
      return retry(deps, job, work)
    case 'update':
      return update(deps, job, work)
    case 'approve':
      return approve(deps, job, work)
  }
}

/**
 * It quotes nothing of the plan, which the run gets as data: a model wrote that, and a prompt is obeyed. People read the first
 * line.
 */
const CARRY_OUT =
  'Carry out the plan.\n\nIt is among the data, as the plan of an earlier turn. Do all of it, and nothing beside it.'

/** Carries out the plan that people have seen. */
async function approve(deps: TriggerWork, job: Job, work: WorkRequest): Promise<TriggerOutcome> {
  const planned = lastPlanned(job)
  if (planned === null) return answered(NO_PLAN)
  const runs = [...(await earlierRuns(deps.store, job)), job.run]
  const run = runs.findLast(({ mode }) => mode === 'plan')
  if (run === undefined || run.last < planned || !isEnded(run)) return answered(PLAN_IN_WORK)
  if (run.state !== 'succeeded') return answered(NO_PLAN)
  return answerMessage(await sendMessage(deps, { ...work, job: job.id, prompt: CARRY_OUT }))
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

async function update(deps: TriggerWork, job: Job, work: WorkRequest): Promise<TriggerOutcome> {
  const outcome = await updateBranch(deps, { ...work, job: job.id })
  return outcome.kind === 'no-pull-request' ? answered(NO_PULL_REQUEST) : answerMessage(outcome)
}

/** On a public repository, one prompt over HTTP makes the whole job confidential, unless the settings show prompts. */
export async function isConfidential(
  store: Store,
  { private: isPrivate, config }: Project,
  job: Job,
): Promise<boolean> {
  if (isPrivate || config?.showPrompt) return false
  const messages = await readMessages(store, job.id, 1, job.messages)
  return !permitsAll(messages, ({ message }) => isAskedOnGithub(message))
}

export async function retry(deps: WorkStore, job: Job, work: WorkRequest): Promise<TriggerOutcome> {
  const outcome = await retryJob(deps, { ...work, job: job.id })
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
