import type { Limits } from '../../contract/runner-protocol/assignment.ts'
import type { Job } from '../domain/job.ts'
import { titleOf } from '../domain/job-view.ts'
import { isAskedOverHttp } from '../domain/origin.ts'
import type { Run } from '../domain/run.ts'
import { isEnded } from '../domain/run-state-machine.ts'
import { readHolds } from '../limits/hold.ts'
import type { Project } from '../projects/project.ts'
import { isAskedOnGithub, readMessages } from '../records/messages.ts'
import { readRunEvents } from '../records/read-progress.ts'
import { earlierRuns, readResults } from '../records/run-history.ts'
import type { Store } from '../store/store.ts'
import { foldEvents, type JobFacts, NO_PROGRESS, type RunFacts } from './job-facts.ts'
import { publishedHead } from './plan-feedback.ts'
import type { Shown } from './shown.ts'

export interface FactsDeps {
  readonly store: Store
  readonly now: () => number
  /** Limits of a run, unless the settings of the project name others. */
  readonly limits: Limits
}

export interface Gathered {
  readonly facts: JobFacts
  /** The runs whose end is not shown yet, oldest first, with the current one. */
  readonly runs: readonly RunFacts[]
  /** For the record: what was found out about the prompts. */
  readonly prompts: Pick<Shown, 'prompts' | 'hasApiPrompt'>
}

/** More runs than a job has between two looks. The check runs of older ones stay as they are. */
const MAX_RUNS = 5

export async function gatherFacts(
  deps: FactsDeps,
  job: Job,
  project: Project,
  shown: Shown,
): Promise<Gathered> {
  const { store } = deps
  const earlier = job.run.number === 1 ? [] : await earlierRuns(store, job)
  const all = [...earlier, job.run]
  const news = all.filter(({ number }) => number > shown.through).slice(-MAX_RUNS)
  const chosen = news.length === 0 ? [job.run] : news
  const [results, progress, prompts, asked, holds] = await Promise.all([
    readResults(store, job.id, chosen),
    isEnded(job.run) || job.run.claimedAt === null ? NO_PROGRESS : readRunProgress(store, job),
    lookAtPrompts(store, job, project, shown),
    lastPrompt(store, job),
    job.run.waiting ? readHolds(store, project) : null,
  ])
  const runs = chosen.map(
    (run, i): RunFacts => ({
      run,
      result: results[i] ?? null,
      progress: run === job.run ? progress : NO_PROGRESS,
      startSha: startOf(all, run),
    }),
  )
  const current = runs.at(-1) ?? { run: job.run, startSha: startOf(all, job.run), result: null, progress }
  return {
    facts: {
      job,
      current,
      isConfidential: prompts.hasApiPrompt && hidesPrompts(project),
      asked,
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

/** The last commit of ours that a run before this one has pushed. */
function startOf(all: readonly Run[], { number }: Run): string | null {
  const before = all.filter((run) => run.number < number)
  return before.map(publishedHead).findLast((sha) => sha !== null) ?? null
}

async function lastPrompt(store: Store, { id, origin, run }: Job): Promise<JobFacts['asked']> {
  const [last] = await readMessages(store, id, run.last, run.last)
  const message = last?.message ?? null
  return message === null ? null : { origin: message.origin ?? origin, title: titleOf(message.text) }
}

async function readRunProgress(store: Store, job: Job) {
  let progress = NO_PROGRESS
  for await (const events of readRunEvents(store, job.id, job.run.number))
    progress = foldEvents(progress, events)
  return progress
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
