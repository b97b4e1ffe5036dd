import type { QueueKey } from '../store/keys.ts'
import type { Entry } from '../store/store.ts'
import { answerThreads } from './answer-threads.ts'
import type { TriggerWork } from './authorize-request.ts'
import { workOnCiFailure } from './reports/work-on-ci-failure.ts'
import { workOnConflicts } from './reports/work-on-conflicts.ts'
import { startWatchedWork } from './watch/start-watched-work.ts'
import { workOnMerge } from './watch/work-on-merge.ts'
import { workOnRequest } from './work-on-request.ts'

/** Works on a stored request that is due: what people write on GitHub, merges elsewhere, failed checks and conflicts. */
export const workOnTrigger = (deps: TriggerWork, due: QueueKey, entry: Entry): Promise<void> =>
  deps.logContext.within({ project: due.project }, async () => {
    if (isTriggerKind(due.kind)) await WORKERS[due.kind](deps, due, entry)
  })

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

/** The kinds of entries that `workOnTrigger` takes. */
export const TRIGGER_KINDS = Object.keys(WORKERS).filter(isTriggerKind)
