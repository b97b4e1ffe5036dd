import type { Project } from '../projects/project.ts'
import type { QueueKey } from '../store/keys.ts'
import type { Entry } from '../store/store.ts'
import { answerThreads } from './answer-threads.ts'
import type { TriggerWork } from './authorize-request.ts'
import { createCheckSender } from './check-sender.ts'
import {
  type CheckFailure,
  type CiFailure,
  receiveCheckFailure,
  receiveCiFailure,
} from './reports/ci-failure.ts'
import { workOnCiFailure } from './reports/work-on-ci-failure.ts'
import { receiveBasePush, workOnConflicts } from './reports/work-on-conflicts.ts'
import { receiveRequest, type TriggerRequest } from './trigger-request.ts'
import { startWatchedWork } from './watch/start-watched-work.ts'
import { type Merge, receiveMerge, workOnMerge } from './watch/work-on-merge.ts'
import { workOnRequest } from './work-on-request.ts'

export type Triggers = ReturnType<typeof createTriggers>

/** From what people write on GitHub to the admission that all requests pass. */
export function createTriggers(given: Omit<TriggerWork, 'checkSender'>) {
  const deps = { ...given, checkSender: createCheckSender(given) }
  return {
    /** Stores what a webhook brought. */
    receive: (project: Pick<Project, 'id' | 'repositoryId'>, request: TriggerRequest) =>
      receiveRequest(deps, project, request),
    /** Stores a merge, which other repositories may watch. */
    receiveMerge: (project: Project, merge: Merge) => receiveMerge(deps, project, merge),
    /** Stores a failure of CI, which the settings may send to the agent. */
    receiveCiFailure: (project: Project, failure: CiFailure & { readonly path: string }) =>
      receiveCiFailure(deps, project, failure),
    /** As `receiveCiFailure`, for a check run of another App. */
    receiveCheckFailure: (project: Project, failure: CheckFailure & { readonly app: number }) =>
      receiveCheckFailure(deps, project, failure),
    /** Stores a push to a branch, with which pull requests may conflict now. */
    receiveBasePush: (project: Project, push: { readonly branch: string; readonly at: number }) =>
      receiveBasePush(deps, project, push),
    /** Works on a stored request that is due. */
    work: (due: QueueKey, entry: Entry): Promise<void> =>
      deps.logContext.within({ project: due.project }, async () => {
        if (isTriggerKind(due.kind)) await WORKERS[due.kind](deps, due, entry)
      }),
  }
}

type Worker = (deps: TriggerWork, due: QueueKey, entry: Entry) => Promise<void>

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
