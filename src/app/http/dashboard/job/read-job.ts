import type { Question } from '../../../../contract/question.ts'
import type { Job } from '../../../domain/job.ts'
import { isEnded, type Run } from '../../../domain/run.ts'
import { foldEvents, NO_PROGRESS, type RunProgress } from '../../../domain/run-phase.ts'
import { openQuestion } from '../../../domain/turns.ts'
import { GithubRefused, GithubUnavailable } from '../../../github/errors.ts'
import { type NumberedMessage, readFittingMessages } from '../../../job-store/messages.ts'
import { type KeptEvent, listRunEvents } from '../../../job-store/read-progress.ts'
import { earlierRuns, questionIn, type RunHistory, readResults } from '../../../job-store/run-history.ts'
import { findPatch } from '../../../jobs/read-runs.ts'
import { NO_OBSTACLES, type Obstacles, readObstacles } from '../../../limits/hold.ts'
import { type Project, repositoryRef } from '../../../projects/project.ts'
import type { Store } from '../../../store/store.ts'
import type { PageDeps } from '../frame/page-module.ts'
import { writePatch } from './patch.ts'

/** Everything that the page of a job shows. */
export interface JobPage {
  readonly job: Job
  readonly project: Project
  /** Whether the person may ask for work. */
  readonly canWrite: boolean
  readonly obstacles: Obstacles
  /** Oldest first; of very long jobs the newest 200. */
  readonly runs: readonly Run[]
  /** The run before the current one. `null`: there is none. */
  readonly before: RunHistory | null
  /** The last run that was to change something: an answer leaves its files and checks as they are. `null`: none was. */
  readonly lastChange: RunHistory | null
  /** What waits for an answer; `null`: nothing. */
  readonly question: Question | null
  /** The run that the timeline shows, and its events. */
  readonly shown: RunHistory
  readonly events: readonly KeptEvent[]
  /** Whether the timeline shows all of them; otherwise the newest. */
  readonly isWhole: boolean
  /** How far the current run is, while it is open. */
  readonly progress: RunProgress
  /** What it has reported as used so far, while it is open. */
  readonly tokens: number
  /** The first messages of the shown run; of the current one also those that wait. */
  readonly messages: readonly NumberedMessage[]
  /** How many messages the shown run has. */
  readonly messageCount: number
  readonly costLimitUsd: number
  /** `null`: the job has none. */
  readonly checkRunUrl: string | null
}

/** Maximum number of messages of one run on its page. Long ones are fewer: a mebibyte of them is read. */
const MAX_MESSAGES = 25

/** `wanted`: number of the run to show; `null`: the current one. `undefined` is returned if there is no such run. */
export async function readJobPage(
  deps: Pick<PageDeps, 'store' | 'now' | 'feedback' | 'limits'>,
  job: Job,
  { project, canWrite, isWhole }: Pick<JobPage, 'project' | 'canWrite' | 'isWhole'>,
  wanted: number | null,
): Promise<JobPage | undefined> {
  const { store, feedback, limits } = deps
  const key = { project: job.project, job: job.id }
  const runs = [...(await earlierRuns(store, job)), job.run]
  const numbered = (number: number | null) => runs.find((run) => run.number === number)
  const [shown, before, lastChange, asked] = await withResults(store, job.id, [
    numbered(wanted ?? job.run.number),
    runs.at(-2),
    runs.findLast(({ mode }) => mode === undefined),
    numbered(openQuestion(job)),
  ])
  if (!shown) return undefined
  const isCurrent = shown.run.number === job.run.number
  const isOpen = !isEnded(job.run)
  const { first, last } = shown.run
  const messageCount = (isCurrent ? job.messages : last) - first + 1
  const [events, ofCurrent, messages, obstacles, checkRunUrl] = await Promise.all([
    listRunEvents(store, key, shown.run.number),
    isOpen && !isCurrent ? listRunEvents(store, key, job.run.number) : [],
    readFittingMessages(store, job.id, first, first - 1 + Math.min(MAX_MESSAGES, messageCount)),
    isOpen ? readObstacles(deps, project) : NO_OBSTACLES,
    feedback.checkRunUrl(job),
  ])
  const current = isOpen && isCurrent ? events : ofCurrent
  return {
    job,
    project,
    canWrite,
    obstacles,
    runs,
    before: before ?? null,
    lastChange: lastChange ?? null,
    question: questionIn(asked?.result),
    shown,
    events,
    isWhole,
    progress: foldEvents(NO_PROGRESS, current),
    tokens: tokensOf(current),
    messages,
    messageCount,
    costLimitUsd: project.config?.limits.costUsd ?? limits.costUsd,
    checkRunUrl,
  }
}

/** A result may have 300 KB, and the page shows few of up to 200. */
async function withResults(
  store: Store,
  job: string,
  runs: readonly (Run | undefined)[],
): Promise<(RunHistory | null)[]> {
  const read = [...new Set(runs.filter((run) => run !== undefined))]
  const results = await readResults(store, job, read)
  return runs.map((run) => (run === undefined ? null : { run, result: results[read.indexOf(run)] ?? null }))
}

/** Each step reports the total of the run so far. */
function tokensOf(events: readonly KeptEvent[]): number {
  const last = events.map(({ event }) => event).findLast((event) => event.type === 'step')
  return last === undefined ? 0 : last.inputTokens + last.outputTokens
}

/** The changes of a job. */
export type JobDiff =
  | { readonly kind: 'branch'; readonly patch: string; readonly base: string; readonly head: string }
  | { readonly kind: 'saved'; readonly patch: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'unavailable' }

/** What the branch changes, as GitHub shows it; of a run that published nothing, its saved patch. */
export async function readDiff(
  deps: Pick<PageDeps, 'reads' | 'store'>,
  personId: number,
  job: Job,
  project: Project,
): Promise<JobDiff> {
  const saved = await findPatch(deps.store, { project: job.project, job: job.id }, job.run.number)
  // Bytes as Latin-1, since a changed file may hold any.
  if (saved.kind === 'found')
    return { kind: 'saved', patch: Buffer.from(saved.patch, 'latin1').toString('utf8') }
  const base = job.run.base ?? job.base ?? project.config?.base ?? project.defaultBranch
  const repository = repositoryRef(project)
  if (!job.branchExists || base === null || repository === null) return { kind: 'none' }
  try {
    // A run that has pushed meanwhile is another question.
    const version = `${job.run.number} ${job.run.state}`
    const files = await deps.reads.changes(personId, repository, { base, head: job.branch, version })
    if (files === null || files.length === 0) return { kind: 'none' }
    return { kind: 'branch', patch: writePatch(files), base, head: job.branch }
  } catch (error) {
    if (error instanceof GithubUnavailable) return { kind: 'unavailable' }
    if (error instanceof GithubRefused) return { kind: 'none' }
    throw error
  }
}
