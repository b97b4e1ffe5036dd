import { seededRandom } from '../../sandbox/github/faults/seeded-random.ts'
import type { Job } from '../../src/app/domain/job.ts'
import { statusOf } from '../../src/app/domain/job-view.ts'
import type { RunKey } from '../../src/app/domain/run-id.ts'
import { createLog } from '../../src/app/log/create-log.ts'
import { addProjects } from '../../src/app/projects/installed-projects.ts'
import { loadProject, type Project, projectIdOf } from '../../src/app/projects/project.ts'
import { openStore } from '../../src/app/store/open/open-store.ts'
import type { Store } from '../../src/app/store/store.ts'
import type { JobStatus } from '../../src/contract/job.ts'
import type { BenchInstallation } from '../github/installations.ts'
import type { WorkflowRunRef } from '../github/stand-in-github.ts'
import { unreachableGithub } from '../github/unreachable-github.ts'
import { BENCH_PEPPER } from '../target/bench-pepper.ts'
import { addPastJob, type PastJob } from './add-past-job.ts'
import { collectCommits } from './collect-commits.ts'
import type { Course } from './past-run.ts'

export interface FilledJob {
  readonly project: string
  readonly job: string
  readonly status: JobStatus
}

/** A run that waits for its runner. */
export interface WaitingRun extends FilledJob {
  readonly run: RunKey
  readonly workflowRun: WorkflowRunRef
}

export interface Filled {
  /** Jobs of every age, `SAMPLE` at most. */
  readonly sample: readonly FilledJob[]
  readonly waiting: readonly WaitingRun[]
}

const DAY_MS = 86_400_000
/** How old the first job is, and the last that has ended. */
const OLDEST_MS = 730 * DAY_MS
const NEWEST_MS = 10 * 60_000
export const OPEN = 50
const SAMPLE = 10_000
/** Jobs written by one commit. */
const AT_ONCE = 2_000

/**
 * Fills a new database with so many jobs. `OPEN` of them wait for their runner, each in its own project; the
 * others have ended, evenly over two years. The n-th project has the n-th part of what the first one has.
 */
export async function fillJobs(
  databaseUrl: string,
  installation: BenchInstallation,
  amount: number,
): Promise<Filled> {
  const store = await openStore(databaseUrl, { keyPepper: BENCH_PEPPER })
  const projects = await givenProjects(store, installation)
  const collected = collectCommits(store)
  const random = seededRandom(amount)
  const clock = { now: Date.now(), random }
  const pickProject = picker(projects, random)
  const filled = { sample: [] as FilledJob[], waiting: [] as WaitingRun[] }
  const ended = amount - OPEN
  for (let index = 0; index < ended; index++) {
    const age = NEWEST_MS + (OLDEST_MS - NEWEST_MS) * (1 - index / ended)
    const createdAt = Math.floor(clock.now - age)
    const past = { project: pickProject(), course: courseOf(random()), createdAt, number: index + 1 }
    const job = await addPastJob(collected, past, clock)
    if (index % Math.ceil(ended / SAMPLE) === 0) filled.sample.push(filledJob(job))
    if (index % AT_ONCE === AT_ONCE - 1) await collected.flush()
  }
  for (const [index, project] of projects.slice(0, OPEN).entries()) {
    const past: PastJob = {
      project,
      course: 'waiting',
      createdAt: clock.now - 60_000,
      number: ended + index + 1,
    }
    filled.waiting.push(waitingRun(await addPastJob(collected, past, clock), past))
  }
  await collected.flush()
  await store.close()
  return filled
}

async function givenProjects(store: Store, installation: BenchInstallation): Promise<Project[]> {
  const { log } = createLog('warn')
  const deps = {
    store,
    log,
    now: Date.now,
    github: unreachableGithub(),
    onDue: () => {},
    isAllowed: () => true,
    random: Math.random,
    auditMs: 0,
  }
  await addProjects({ ...deps, serverUrl: 'https://github.com' }, installation, installation.repositories)
  const found = installation.repositories.map(({ id }) => loadProject(store, projectIdOf(id)))
  return (await Promise.all(found)).filter((project) => project !== null)
}

function picker(projects: readonly Project[], random: () => number): () => Project {
  const shares = projects.map((_, index) => 1 / (index + 1))
  const whole = shares.reduce((sum, share) => sum + share, 0)
  return () => {
    let place = random() * whole
    const found = projects.find((_, index) => {
      place -= shares[index] ?? 0
      return place < 0
    })
    const project = found ?? projects[0]
    if (project === undefined) throw new Error('there is no project to have jobs')
    return project
  }
}

function courseOf(share: number): Course {
  if (share < 0.75) return 'published'
  if (share < 0.83) return 'no-change'
  return share < 0.97 ? 'failed' : 'cancelled'
}

const filledJob = (job: Job): FilledJob => ({ project: job.project, job: job.id, status: statusOf(job) })

/** Of a job that was added with the course `waiting`. */
export const waitingRun = (job: Job, { number, project }: PastJob): WaitingRun => ({
  ...filledJob(job),
  run: { project: job.project, job: job.id, run: 1 },
  workflowRun: { id: number, repositoryId: project.repositoryId },
})
