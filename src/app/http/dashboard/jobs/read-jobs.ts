import { z } from 'zod'
import type { RecordedEvent, Stage } from '../../../../contract/events.ts'
import { JobStatus } from '../../../../contract/job.ts'
import type { Job } from '../../../domain/job.ts'
import type { Run } from '../../../domain/run.ts'
import type { ModelRetry } from '../../../domain/run-phase.ts'
import { earlierRuns } from '../../../job-store/run-history.ts'
import { listAccountJobs, listJobs, loadJobs } from '../../../jobs/list-jobs.ts'
import { readNewestEvents } from '../../../jobs/read-runs.ts'
import { NO_OBSTACLES, type Obstacles, readObstacles } from '../../../limits/hold.ts'
import { loadProject, type Project } from '../../../projects/project.ts'
import { type Access, includesRight, type Right, rightIn } from '../../../sessions/access.ts'
import type { PageDeps } from '../frame/page-module.ts'
import { accountQuery, isOfProjectOnly, type JobFilterChoice } from './job-filter.ts'

/** What a row takes from the index. A newer server may have written more. */
const Listed = z.object({
  id: z.string(),
  projectId: z.string(),
  status: JobStatus,
  title: z.string().nullable(),
  createdAt: z.iso.datetime(),
})

/** A job of the list. */
export interface JobRow {
  readonly listed: z.infer<typeof Listed>
  /** `null`: its record cannot be read. */
  readonly job: Job | null
  readonly project: Project
  readonly canWrite: boolean
  readonly obstacles: Obstacles
  /** How far the run is, and what it has used. Of an ended run, the record says that. */
  readonly progress: RowProgress
  /** Earlier runs of the job. */
  readonly earlier: readonly Run[]
}

export interface JobRows {
  readonly rows: readonly JobRow[]
  /** The place after which the next page starts; `null` on the last. */
  readonly next: string | null
}

/** A page of the jobs that a filter shows, in the projects that the person may read. */
export async function readJobRows(
  deps: Pick<PageDeps, 'store' | 'now'>,
  { access, accountId }: { readonly access: Access; readonly accountId: number },
  choice: JobFilterChoice,
  page: { readonly limit: number; readonly after: string | null },
): Promise<JobRows> {
  const seen = readableProjects(deps, access)
  const { bodies, next } = await listBodies(deps, seen, accountId, choice, page)
  const listed = bodies.map((body) => Listed.parse(JSON.parse(body)))
  const jobs = await loadJobs(
    deps.store,
    listed.map(({ projectId: project, id: job }) => ({ project, job })),
  )
  const obstacles = new Map<string, Promise<Obstacles>>()
  const obstaclesOf = (project: Project, job: Job | null): Promise<Obstacles> | Obstacles => {
    if (job === null || job.run.workflowRunId !== null || job.run.endedAt !== null) return NO_OBSTACLES
    const found = obstacles.get(project.id) ?? readObstacles(deps, project)
    obstacles.set(project.id, found)
    return found
  }
  const progress = await readProgress(deps, jobs)
  const rows = await Promise.all(
    listed.map(async (one, at): Promise<JobRow[]> => {
      const found = await seen(one.projectId)
      if (found === null) return []
      const job = jobs[at] ?? null
      const canWrite = includesRight(found.right, 'write')
      return [
        {
          listed: one,
          job,
          project: found.project,
          canWrite,
          obstacles: await obstaclesOf(found.project, job),
          progress: progress.get(one.id) ?? NO_ROW_PROGRESS,
          earlier: job === null ? [] : await earlierRuns(deps.store, job),
        },
      ]
    }),
  )
  return { rows: rows.flat(), next }
}

/** Of the runs that a runner works on now, by job. */
async function readProgress(
  { store }: Pick<PageDeps, 'store'>,
  shown: readonly (Job | null)[],
): Promise<Map<string, RowProgress>> {
  const open = shown.filter((job) => job !== null).filter(({ run }) => run.state === 'running')
  const events = await readNewestEvents(
    store,
    open.map(({ project, id, run }) => ({ project, job: id, run: run.number })),
  )
  return new Map(open.map(({ id }, at) => [id, rowProgress(events[at] ?? [])]))
}

interface ReadableProject {
  readonly project: Project
  readonly right: Right
}

/** Gives a project and the right of the person in it, if they may read it; each is loaded once. */
export function readableProjects(
  { store }: Pick<PageDeps, 'store'>,
  access: Access,
): (id: string) => Promise<ReadableProject | null> {
  const known = new Map<string, Promise<ReadableProject | null>>()
  const load = async (id: string): Promise<ReadableProject | null> => {
    const project = await loadProject(store, id)
    const right = project === null ? null : rightIn(access, project)
    return project === null || right === null ? null : { project, right }
  }
  return (id) => {
    const found = known.get(id) ?? load(id)
    known.set(id, found)
    return found
  }
}

async function listBodies(
  { store }: Pick<PageDeps, 'store'>,
  seen: (id: string) => Promise<ReadableProject | null>,
  accountId: number,
  choice: JobFilterChoice,
  page: { readonly limit: number; readonly after: string | null },
): Promise<{ readonly bodies: readonly string[]; readonly next: string | null }> {
  const own = choice.project === '' ? null : await seen(choice.project)
  if (choice.project !== '' && own === null) return { bodies: [], next: null }
  if (own !== null && isOfProjectOnly(choice))
    return listJobs(store, own.project, { status: choice.status, ...page })
  const covers = async (id: string): Promise<boolean> =>
    (own === null || id === own.project.id) && (await seen(id)) !== null
  return listAccountJobs(store, own?.project.accountId ?? accountId, covers, accountQuery(choice, page))
}

/** How far a run is, as its newest events say. */
interface RowProgress {
  readonly stage: Stage | null
  /** 0: no step has ended. */
  readonly step: number
  /** The newest event, if the agent waits for its model; otherwise `null`. */
  readonly retry: ModelRetry | null
  /** What the run has used so far; `null`: not reported. */
  readonly used: Used | null
}

interface Used {
  readonly tokens: number
  /** `null`: the price is unknown. */
  readonly costUsd: number | null
}

const NO_ROW_PROGRESS: RowProgress = { stage: null, step: 0, retry: null, used: null }

/** Pure. */
const rowProgress = (events: readonly RecordedEvent[]): RowProgress =>
  events.reduce<RowProgress>(after, NO_ROW_PROGRESS)

/** Only the agent makes steps and calls tools. */
function after(before: RowProgress, { event }: RecordedEvent): RowProgress {
  switch (event.type) {
    case 'stage':
      return { ...before, stage: event.stage, retry: null }
    case 'step': {
      const { step, inputTokens, outputTokens, costUsd } = event
      return { stage: 'agent', step, retry: null, used: { tokens: inputTokens + outputTokens, costUsd } }
    }
    case 'tool':
    case 'note':
    case 'plan':
    case 'message':
    case 'fallback':
      return { ...before, stage: before.stage ?? 'agent', retry: null }
    case 'retry':
      return { ...before, stage: before.stage ?? 'agent', retry: event }
  }
}

/** What all runs of a job have used; `null`: nothing was reported. Pure. */
export function usedBy({ run }: Pick<Job, 'run'>, earlier: readonly Run[], now: Used | null): Used | null {
  const parts = [...earlier, run].flatMap(({ usage }): Used[] =>
    usage === null ? [] : [{ tokens: usage.inputTokens + usage.outputTokens, costUsd: usage.costUsd }],
  )
  if (run.usage === null && now !== null) parts.push(now)
  if (parts.length === 0) return null
  return parts.reduce((sum, { tokens, costUsd }) => ({
    tokens: sum.tokens + tokens,
    costUsd: sum.costUsd === null || costUsd === null ? null : sum.costUsd + costUsd,
  }))
}
