import type { Mode } from '../../contract/job.ts'
import { actorOf } from '../audit/actor.ts'
import { auditJob } from '../audit/audit-entry.ts'
import type { Job } from '../domain/job.ts'
import { viewOf } from '../domain/job-view.ts'
import { isOfPerson } from '../domain/origin.ts'
import { isEnded } from '../domain/run.ts'
import { hasOpenPullRequest, openRun, recordMode, waiting } from '../domain/turns.ts'
import { type Attached, messageWrite } from '../job-store/messages.ts'
import { updateJob } from '../job-store/update-job.ts'
import { queueIfLimited } from '../limits/rate-limit.ts'
import { mergeCommits } from '../store/store.ts'
import {
  type Accepted,
  type AdmissionRefusal,
  admitRequest,
  type WorkRequest,
  type WorkStore,
} from './admit-request.ts'

export interface MessageRequest extends WorkRequest {
  readonly job: string
  readonly prompt: string
  /** Absent: nothing comes with the prompt. */
  readonly attached?: Attached
  /** The base is merged into the branch. Absent: it is not. */
  readonly update?: true
  /** Absent: the message asks for a change. */
  readonly mode?: Mode | undefined
  /** Fields of the request that nobody reads, for the log of the run. Absent: none. */
  readonly ignored?: readonly string[]
}

/** Most messages that may wait for a running agent. */
export const MAX_WAITING = 20

/** `full`: too many messages wait already. */
type Obstacle = { readonly kind: 'archived' | 'full' }

/** The job has no pull request, or it is merged or closed. */
interface NoPullRequest {
  readonly kind: 'no-pull-request'
}

export type SendMessageOutcome = Accepted | AdmissionRefusal | Obstacle | { readonly kind: 'absent' }

/** A follow-up: waits for the running agent, or opens the next run. `absent`: there is no such job. */
export const sendMessage = (deps: WorkStore, request: MessageRequest): Promise<SendMessageOutcome> =>
  queueIfLimited(deps, request.project.id, () => commitMessage<never>(deps, request, () => null))

/** `findObstacle`: what else about the job may prevent the message. */
async function commitMessage<Other extends NoPullRequest>(
  deps: WorkStore,
  request: MessageRequest,
  findObstacle: (job: Job) => Other | null,
): Promise<SendMessageOutcome | Other> {
  const { project, origin, prompt: text, attached, update: isUpdate, mode, ignored } = request
  const key = { project: project.id, job: request.job }
  // Everything is read again on each attempt: the conflict may have been about the limit or the idempotency key.
  const update = await updateJob<SendMessageOutcome | Other>(deps, key, async (job, now) => {
    const admission = await admitRequest(deps, request, now, archived(job) ?? findObstacle(job) ?? full(job))
    if (admission.kind !== 'admitted')
      return { transition: { kind: 'ignored', why: admission.kind }, outcome: admission }

    const isAnswer = isUpdate === undefined && isOfPerson(origin)
    const next = addMessage({ ...job, accountId: project.accountId }, { mode: mode ?? null, isAnswer }, now)
    const { commit, outcome } = admission.accept({ id: job.id, body: JSON.stringify(viewOf(next)) })
    const audit = { by: actorOf(origin), at: now, keptMs: deps.retention.auditMs }
    const message = {
      set: [
        messageWrite(job.id, next.messages, {
          text,
          at: now,
          origin,
          ...(attached !== undefined && { attached }),
          ...(isUpdate && { update: true }),
          ...(mode !== undefined && { mode }),
          ...(ignored !== undefined && { ignored }),
        }),
      ],
    }
    return {
      transition: { kind: 'applied', job: next, ended: null },
      extraCommit: mergeCommits(commit, message, auditJob(next, 'job.message-sent', audit)),
      outcome,
    }
  })
  return update.kind === 'absent' ? update : update.outcome
}

const archived = (job: Job): Obstacle | null => (job.archivedAt === null ? null : { kind: 'archived' })

const full = (job: Job): Obstacle | null =>
  !isEnded(job.run) && waiting(job) >= MAX_WAITING ? { kind: 'full' } : null

function addMessage(
  job: Job,
  { mode, isAnswer }: { readonly mode: Mode | null; readonly isAnswer: boolean },
  now: number,
): Job {
  const messages = job.messages + 1
  const more: Job = { ...job, messages, ...recordMode(job, messages, mode), lastActivityAt: now }
  return isEnded(job.run) ? openRun(more, now, isAnswer) : more
}

export interface UpdateBranchRequest extends WorkRequest {
  readonly job: string
}

export type UpdateBranchOutcome = SendMessageOutcome | NoPullRequest

/** What the agent is asked if the base does not merge without conflicts. */
const PROMPT = 'Bring the branch up to date with its base: resolve the merge conflicts.'

/** A message that asks for the base to be merged into the branch. The run that does it looks at GitHub once more. */
export function updateBranch(deps: WorkStore, request: UpdateBranchRequest): Promise<UpdateBranchOutcome> {
  const message = { ...request, prompt: PROMPT, update: true } as const
  return queueIfLimited(deps, request.project.id, () =>
    commitMessage<NoPullRequest>(deps, message, (job) =>
      hasOpenPullRequest(job) ? null : { kind: 'no-pull-request' },
    ),
  )
}
