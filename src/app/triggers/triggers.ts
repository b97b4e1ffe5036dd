import type { Github } from '../github/github.ts'
import type { LogContext } from '../log/create-log.ts'
import type { Project } from '../projects/project.ts'
import type { QueueKey } from '../store/read-key.ts'
import type { Entry } from '../store/store.ts'
import { answerThreads } from './answer-threads.ts'
import { createCheckSender } from './check-sender.ts'
import {
  type CheckFailure,
  type CiFailure,
  receiveCheckFailure,
  receiveCiFailure,
} from './reports/ci-failure.ts'
import { type CiFailureDeps, workOnCiFailure } from './reports/work-on-ci-failure.ts'
import { type ConflictDeps, receiveBasePush, workOnConflicts } from './reports/work-on-conflicts.ts'
import { type ReceiveRequestDeps, receiveRequest, type TriggerRequest } from './trigger-request.ts'
import { type StartWatchedWorkDeps, startWatchedWork } from './watch/start-watched-work.ts'
import { type Merge, receiveMerge, type WorkOnMergeDeps, workOnMerge } from './watch/work-on-merge.ts'
import { type WorkOnRequestDeps, workOnRequest } from './work-on-request.ts'

/** From what people write on GitHub to the admission that all requests pass. */
export interface Triggers {
  /** Stores what a webhook brought. */
  receive(project: Pick<Project, 'id' | 'repositoryId'>, request: TriggerRequest): Promise<void>
  /** Stores a merge, which other repositories may watch. */
  receiveMerge(project: Project, merge: Merge): Promise<void>
  /** Stores a failure of CI, which the settings may send to the agent. */
  receiveCiFailure(project: Project, failure: CiFailure & { readonly path: string }): Promise<void>
  /** As `receiveCiFailure`, for a check run of another App. */
  receiveCheckFailure(project: Project, failure: CheckFailure & { readonly app: number }): Promise<void>
  /** Stores a push to a branch, with which pull requests may conflict now. */
  receiveBasePush(project: Project, push: { readonly branch: string; readonly at: number }): Promise<void>
  /** Works on a stored request that is due. */
  work(due: QueueKey, entry: Entry): Promise<void>
}

export interface TriggersDeps extends ReceiveRequestDeps, Omit<WorkOnRequestDeps, 'checkSender' | 'github'> {
  readonly github: WorkOnRequestDeps['github'] &
    WorkOnMergeDeps['github'] &
    StartWatchedWorkDeps['github'] &
    CiFailureDeps['github'] &
    ConflictDeps['github'] &
    Pick<Github, 'permissionOf' | 'isTeamMember'>
  readonly logContext: LogContext
}

export function createTriggers(given: TriggersDeps): Triggers {
  const deps = { ...given, checkSender: createCheckSender(given) }
  return {
    receiveMerge: (project, merge) => receiveMerge(deps, project, merge),
    receiveCiFailure: (project, failure) => receiveCiFailure(deps, project, failure),
    receiveCheckFailure: (project, failure) => receiveCheckFailure(deps, project, failure),
    receiveBasePush: (project, push) => receiveBasePush(deps, project, push),
    receive: (project, request) => receiveRequest(deps, project, request),
    work: (due, entry) =>
      deps.logContext.within({ project: due.project }, async () => {
        if (isTriggerKind(due.kind)) await WORKERS[due.kind](deps, due, entry)
      }),
  }
}

type Deps = TriggersDeps & WorkOnRequestDeps

type Worker = (deps: Deps, due: QueueKey, entry: Entry) => Promise<void>

/** By the kind of the entry. */
const WORKERS = {
  comment: workOnRequest,
  review: workOnRequest,
  label: workOnRequest,
  threads: answerThreads,
  ci: workOnCiFailure,
  check: workOnCiFailure,
  conflict: workOnConflicts,
  merge: workOnMerge,
  watch: startWatchedWork,
} as const satisfies Readonly<Record<string, Worker>>

type TriggerKind = keyof typeof WORKERS

const isTriggerKind = (kind: string): kind is TriggerKind => Object.hasOwn(WORKERS, kind)

/** The kinds of entries that `work` takes. */
export const TRIGGER_KINDS = Object.keys(WORKERS).filter(isTriggerKind)
