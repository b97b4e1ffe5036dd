import type { Metadata, Mode } from '../../contract/job.ts'
import type { OutputSchema } from '../../contract/output/output.ts'
import { DEFAULT_BRANCH_PATTERN, expandBranchPattern } from '../../settings/branch-pattern.ts'
import type { BatchPlace, Job } from '../domain/job.ts'
import { titleOf } from '../domain/job-view.ts'
import { newRun, recordMode } from '../domain/turns.ts'
import { feedbackEntry, jobCommit, readView } from '../job-store/job-commit.ts'
import { type Attached, type IssueText, messageWrite } from '../job-store/messages.ts'
import { queueIfLimited } from '../limits/rate-limit.ts'
import { outboxEntry } from '../outbox/outbox-entry.ts'
import { type Attempt, type Commit, commitWithRetry, mergeCommits } from '../store/store.ts'
import {
  type Accepted,
  type AdmissionRefusal,
  admitRequest,
  type WorkRequest,
  type WorkStore,
} from './admit-request.ts'

export interface CreateRequest extends WorkRequest {
  readonly prompt: string
  readonly ref: string | null
  readonly model: string | null
  /** Absent: the settings decide. */
  readonly fallbackModels?: readonly string[] | undefined
  readonly draft: boolean | null
  /** Absent: the settings decide. */
  readonly workingDirectory?: string
  /** The issue that the job resolves; absent: none, or its text is not to be read. */
  readonly issue?: IssueText
  /** Absent: nothing comes with the prompt. */
  readonly attached?: Attached
  readonly metadata?: Metadata
  /** Absent: the prompt asks for a change. */
  readonly mode?: Mode | undefined
  /** Absent: no output is asked for. */
  readonly outputSchema?: OutputSchema | undefined
  /** Whether its runs may end with a question; absent: they may not. */
  readonly questions?: boolean | undefined
  /** Fields of the request that nobody reads, for the log of the run. Absent: none. */
  readonly ignored?: readonly string[]
  /** The batch that asks; absent: none does. */
  readonly batch?: BatchPlace
  /** The only files that may change; absent: the settings decide. */
  readonly files?: readonly string[]
  /** Part of the commit that creates the job, made again for each attempt. If it throws, no job is created. */
  readonly extraCommit?: (job: Job) => Promise<Commit>
}

export type CreateJobOutcome = Accepted | AdmissionRefusal

/** Applies the first transitions of the run in the commit that creates the job: a registered run is dispatched already. */
export type FirstTransition = (job: Job, now: number) => Job

/** From a prompt to a job: record, indexes, limit and idempotency in one commit. After it the job is never lost. */
export function createJob(
  deps: WorkStore,
  request: CreateRequest,
  firstTransition: FirstTransition = (job) => job,
): Promise<CreateJobOutcome> {
  const { id } = request.project
  return queueIfLimited(deps, id, async () => {
    const attempt = () => prepareJob(deps, request, firstTransition)
    const outcome = await commitWithRetry(deps.store, `new job of project ${id}`, attempt)
    if (outcome.kind === 'accepted') deps.onDue()
    return outcome
  })
}

async function prepareJob(
  deps: WorkStore,
  request: CreateRequest,
  firstTransition: FirstTransition,
): Promise<Attempt<CreateJobOutcome>> {
  const now = deps.now()
  const job = firstTransition(newJob(deps, request, now), now)
  const [admission, event] = await Promise.all([
    admitRequest(deps, request, now),
    outboxEntry(deps.store, null, job, now),
  ])
  if (admission.kind !== 'admitted') return { result: admission }
  const create = jobCommit(null, job, null, deps.retention)
  const { commit, outcome } = admission.accept({ id: job.id, body: bodyOf(create) })
  const { prompt: text, origin, issue, attached, mode, outputSchema, ignored } = request
  const message = {
    set: [
      messageWrite(job.id, 1, {
        ...{ text, at: now, origin },
        ...(issue !== undefined && { issue }),
        ...(attached !== undefined && { attached }),
        ...(mode !== undefined && { mode }),
        ...(outputSchema !== undefined && { outputSchema }),
        ...(ignored !== undefined && { ignored }),
      }),
    ],
  }
  const extra = (await request.extraCommit?.(job)) ?? {}
  return {
    commit: mergeCommits(create, commit, message, extra, feedbackEntry(null, job), event),
    result: outcome,
  }
}

const bodyOf = ({ set }: Required<Pick<Commit, 'set'>>): string => {
  const view = set.find((write) => write.key.startsWith('view/'))
  if (view === undefined) throw new Error('a new job has no view')
  return readView(view.value).body
}

function newJob(deps: WorkStore, request: CreateRequest, now: number): Job {
  const { project, origin, metadata, workingDirectory, mode } = request
  const id = deps.newJobId()
  return {
    v: 1,
    rev: 1,
    id,
    project: project.id,
    repositoryId: project.repositoryId,
    repository: project.url,
    createdAt: now,
    archivedAt: null,
    lastActivityAt: now,
    deletedAt: null,
    dueAt: null,
    title: titleOf(request.prompt),
    origin,
    accountId: project.accountId,
    model: request.model ?? project.config?.model ?? deps.defaultModel,
    base: request.ref,
    draft: request.draft,
    ...(request.questions && { questions: true }),
    ...(request.fallbackModels !== undefined && { fallbackModels: request.fallbackModels }),
    ...(workingDirectory !== undefined && { workingDirectory }),
    ...(metadata !== undefined && Object.keys(metadata).length > 0 && { metadata }),
    ...(request.batch !== undefined && { batch: request.batch }),
    ...(request.files !== undefined && { files: request.files }),
    branch: expandBranchPattern(project.config?.pullRequest.branch ?? DEFAULT_BRANCH_PATTERN, {
      id: shortId(id),
      issue: origin.kind === 'github' ? origin.issue : null,
      at: now,
    }),
    branchExists: false,
    pullRequest: null,
    messages: 1,
    taken: 0,
    ...recordMode({}, 1, mode ?? null),
    run: { ...newRun(1, 1, 1, now), ...(mode !== undefined && { mode }) },
    cleanups: [],
  }
}

/** The random end of the id, not its time: two jobs of one moment must not share a branch. */
const shortId = (id: string): string => id.slice(-10)
