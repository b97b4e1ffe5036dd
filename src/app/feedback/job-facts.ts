import type { Limits } from '../../contract/runner-protocol/assignment.ts'
import type { ResultRequest } from '../../contract/runner-protocol/result.ts'
import type { Job } from '../domain/job.ts'
import { titleOf } from '../domain/job-view.ts'
import { isAskedOverHttp, type Origin } from '../domain/origin.ts'
import { isEnded, type Run } from '../domain/run.ts'
import { foldEvents, NO_PROGRESS, type RunProgress } from '../domain/run-phase.ts'
import { isAskedOnGithub, readMessages } from '../job-store/messages.ts'
import { readRunEvents } from '../job-store/read-progress.ts'
import { earlierRuns, readResults } from '../job-store/run-history.ts'
import { readHolds } from '../limits/hold.ts'
import type { Project } from '../projects/project.ts'
import type { Store, TimedStore } from '../store/store.ts'
import type { Shown } from './shown.ts'

/** A run, with what its runner reported. */
export interface RunFacts {
  readonly run: Run
  /** The commit of an earlier run on which this run started; `null`: no earlier run pushed a commit. */
  readonly startSha: string | null
  readonly result: ResultRequest | null
  readonly progress: RunProgress
  /** Its last prompt: who sent it, and its first line. `null`: deleted. */
  readonly lastPrompt: { readonly origin: Origin; readonly title: string } | null
}

/** A line of the settings file. */
export interface CheckPlace {
  readonly path: string
  readonly line: number
}

/** Everything that decides what people see of a job on GitHub. */
export interface JobFacts {
  readonly job: Job
  readonly current: RunFacts
  /** True: neither the prompts nor any text of the model may appear on GitHub. */
  readonly isConfidential: boolean
  /** True: an operator holds the project or its account, so that the run does not start. */
  readonly isHeld: boolean
  /** Where the settings name each check. */
  readonly checkPlaces: ReadonlyMap<string, CheckPlace>
  /** Cost limit of a run, in US dollars. */
  readonly costLimitUsd: number
  /** Epoch milliseconds. */
  readonly now: number
}

/** Where the text is shown, which decides how its reader can answer. */
export type Place = 'comment' | 'check-run'

export interface Gathered {
  readonly facts: JobFacts
  /** The runs whose end is not shown yet, oldest first, with the current one and the last one that makes a change. */
  readonly runs: readonly RunFacts[]
  /** For the record: what was found out about the prompts. */
  readonly prompts: Pick<Shown, 'prompts' | 'hasApiPrompt'>
}

/** More runs than a job has between two looks. The check runs of older ones stay as they are. */
const MAX_RUNS = 5

export async function gatherFacts(
  deps: TimedStore & { readonly limits: Limits },
  job: Job,
  project: Project,
  shown: Shown,
): Promise<Gathered> {
  const { store } = deps
  const earlier = job.run.number === 1 ? [] : await earlierRuns(store, job)
  const all = [...earlier, job.run]
  const news = all.filter(({ number }) => number > shown.through).slice(-MAX_RUNS)
  const shownRuns = new Set([...news, job.run, all.findLast(({ mode }) => mode === undefined)])
  const chosen = all.filter((run) => shownRuns.has(run))
  const [results, lastPrompts, progress, prompts, holds] = await Promise.all([
    readResults(store, job.id, chosen),
    Promise.all(chosen.map((run) => readLastPrompt(store, job, run))),
    isEnded(job.run) || job.run.claimedAt === null ? NO_PROGRESS : readRunProgress(store, job),
    lookAtPrompts(store, job, project, shown),
    job.run.waiting ? readHolds(store, project) : null,
  ])
  const runs = chosen.map(
    (run, i): RunFacts => ({
      run,
      result: results[i] ?? null,
      progress: run === job.run ? progress : NO_PROGRESS,
      startSha: startOf(all, run),
      lastPrompt: lastPrompts[i] ?? null,
    }),
  )
  const current = runs.at(-1)
  if (current === undefined) throw new Error(`job ${job.id} has no run`)
  return {
    facts: {
      job,
      current,
      isConfidential: prompts.hasApiPrompt && hidesPrompts(project),
      isHeld: holds !== null && holds.inForce !== null,
      checkPlaces: placesOf(project),
      costLimitUsd: project.config?.limits.costUsd ?? deps.limits.costUsd,
      now: deps.now(),
    },
    runs,
    prompts,
  }
}

/** By the names of the checks. The file may have changed since the run, so a place can be off by some lines. */
function placesOf({ config }: Project): JobFacts['checkPlaces'] {
  const { checks = null, checkPlaces } = config ?? {}
  if (checks === null || checkPlaces === undefined) return new Map()
  const { path, lines } = checkPlaces
  return new Map(checks.commands.map(({ name }, i) => [name, { path, line: lines[i] ?? 1 }]))
}

/** The last commit that an earlier run of the job pushed. */
function startOf(all: readonly Run[], { number }: Run): string | null {
  const before = all.filter((run) => run.number < number)
  return before.map(publishedHead).findLast((sha) => sha !== null) ?? null
}

/** The commit of ours that an ended run left on its branch, as GitHub has shown it; `null`: none. */
export function publishedHead({ state, report, reason }: Run): string | null {
  if (state !== 'succeeded' && state !== 'failed') return null
  if (report?.pullRequest == null || reason?.code === 'delivery-mismatch') return null
  return report.headSha
}

async function readLastPrompt(store: Store, { id, origin }: Job, run: Run): Promise<RunFacts['lastPrompt']> {
  const [last] = await readMessages(store, id, run.last, run.last)
  const message = last?.message ?? null
  return message === null ? null : { origin: message.origin ?? origin, title: titleOf(message.text) }
}

/** On a public repository, one prompt over the API or from the dashboard makes the whole job confidential, unless the settings show prompts. */
const hidesPrompts = ({ private: isPrivate, config }: Project): boolean => !isPrivate && !config?.showPrompt

/** Messages are immutable, so only new ones are read. Prompts that may be shown now may have to be hidden later. */
async function lookAtPrompts(
  store: Store,
  job: Job,
  project: Project,
  shown: Shown,
): Promise<Gathered['prompts']> {
  if (!hidesPrompts(project)) return { prompts: shown.prompts, hasApiPrompt: shown.hasApiPrompt }
  if (isAskedOverHttp(job.origin) || (shown.hasApiPrompt && shown.prompts > 0))
    return { prompts: job.messages, hasApiPrompt: true }
  const news = await readMessages(store, job.id, shown.prompts + 1, job.messages)
  // A deleted prompt, or one from before origins were recorded, may have come over the API.
  const hasApiPrompt = news.some(({ message }) => !isAskedOnGithub(message))
  return { prompts: job.messages, hasApiPrompt }
}

async function readRunProgress(store: Store, job: Job) {
  let progress = NO_PROGRESS
  for await (const events of readRunEvents(store, job.id, job.run.number))
    progress = foldEvents(progress, events)
  return progress
}

/** The facts of another run of the job. Pure. */
export const factsOf = (facts: JobFacts, current: RunFacts): JobFacts => ({
  ...facts,
  job: { ...facts.job, run: current.run },
  current,
})
