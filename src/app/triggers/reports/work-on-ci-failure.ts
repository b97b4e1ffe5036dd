import type { Logger } from 'pino'
import { matchName } from '../../../settings/match-name.ts'
import type { Job } from '../../domain/job.ts'
import { isEnded } from '../../domain/run-state-machine.ts'
import { GithubRefused, GithubUnavailable } from '../../github/errors.ts'
import type { Github } from '../../github/github.ts'
import type { RepositoryRef } from '../../github/repository.ts'
import type { CiRun } from '../../github/workflow-run.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { loadProject } from '../../projects/load-project.ts'
import { type Project, repositoryRef } from '../../projects/project.ts'
import type { Projects } from '../../projects/projects.ts'
import { keySpace, type QueueKey } from '../../store/key-space.ts'
import type { Entry, Store } from '../../store/store.ts'
import { CiFailure, ciFailureId } from './ci-failure.ts'
import { ciMaterial, ciPrompt, type FailedJob } from './ci-prompt.ts'
import { countRounds } from './count-rounds.ts'
import { findDeliveringJob } from './find-delivering-job.ts'

export interface CiFailureDeps {
  readonly store: Store
  readonly now: () => number
  readonly github: Pick<
    Github,
    'identity' | 'readCiRun' | 'listFailedJobs' | 'readJobLog' | 'findPullRequest'
  >
  readonly jobs: Pick<Jobs, 'sendMessage'>
  readonly projects: Pick<Projects, 'refresh'>
  readonly log: Logger
}

/** CI may fail before the server has verified what the run delivered. */
const LOOK_AGAIN_MS = 15_000
/** After a longer outage of GitHub, or a run that takes longer, the failure is not worked on. */
const KEPT_MS = 3_600_000
/** Logs of more jobs are not read: they mostly fail for the same cause. */
const MAX_JOBS = 3

/** What the server does with a failure. */
type Left = { readonly kind: 'later'; readonly at: number } | { readonly kind: 'done'; readonly why: string }

const done = (why: string): Left => ({ kind: 'done', why })

/** Sends the failed jobs of a workflow run to the job whose pull request they are about, once. */
export async function workOnCiFailure(deps: CiFailureDeps, due: QueueKey, entry: Entry): Promise<void> {
  const { store, log, now } = deps
  const failure = CiFailure.parse(JSON.parse(entry.value))
  const about = { workflowRun: failure.workflowRunId, project: due.project }
  let left: Left
  try {
    const project = await loadProject(store, due.project)
    left = project === null ? done('the project is gone') : await advance(deps, project, failure)
  } catch (error) {
    if (error instanceof GithubUnavailable) left = { kind: 'later', at: error.retryAt }
    else if (error instanceof GithubRefused) left = done(error.message)
    else throw error
  }
  if (left.kind === 'later' && now() < failure.at + KEPT_MS) {
    const later = { key: keySpace.dueLater(entry.key, Math.max(left.at, now())), value: entry.value }
    await store.commit({ checks: [entry], del: [entry.key], set: [later] })
    return
  }
  log.info(
    { ...about, why: left.kind === 'done' ? left.why : 'it took too long' },
    'a failure of CI was read',
  )
  await store.commit({ checks: [entry], del: [entry.key] })
}

async function advance(deps: CiFailureDeps, given: Project, failure: CiFailure): Promise<Left> {
  const { store, github } = deps
  const repository = repositoryRef(given)
  if (repository === null) return done('the App is not installed')
  const run = await github.readCiRun(repository, failure.workflowRunId)
  if (run?.attempt !== failure.attempt || !hasFailed(run.conclusion))
    return done('it did not fail, or is running again')
  // The settings of now: the failure may have waited.
  const project = await deps.projects.refresh(given)
  const check = project.config.ciFailures?.checks.find(({ workflow }) => workflow === run.path)
  const rounds = project.config.ciFailures?.rounds ?? 0
  if (check === undefined) return done('the settings do not name the workflow')
  const found = await findTarget(deps, repository, run)
  if (found.kind !== 'job') return found
  if ((await countRounds(store, found.job)) >= rounds) return done('the limit `ci-rounds` is reached')
  const failed = (await github.listFailedJobs(repository, run.id)).filter(
    ({ name }) => check.jobs.length === 0 || check.jobs.some((glob) => matchName(glob, name)),
  )
  if (failed.length === 0) return done('none of the jobs that the settings name has failed')
  return send(deps, project, {
    job: found.job,
    failure,
    run,
    jobs: await readLogs(github, repository, failed),
  })
}

const hasFailed = (conclusion: string | null): boolean =>
  conclusion === 'failure' || conclusion === 'timed_out'

/** The job that delivered the commit that the workflow ran on, if that is still the head of its open pull request. */
async function findTarget(
  { store, github, now }: CiFailureDeps,
  repository: RepositoryRef,
  run: CiRun,
): Promise<{ readonly kind: 'job'; readonly job: Job } | Left> {
  if (run.headRepositoryId !== repository.id || run.headBranch === null)
    return done('the branch is in a fork')
  const pull = await github.findPullRequest(repository, run.headBranch)
  const { botId } = await github.identity()
  if (pull?.state !== 'open' || pull.authorId !== botId)
    return done('the branch has no pull request of the App')
  if (pull.headSha !== run.headSha) return done('the head of the pull request has changed')
  const job = await findDeliveringJob(store, repository.id, pull.number)
  // A pull request that was just opened is not recorded yet.
  if (job === null || !isEnded(job.run)) return { kind: 'later', at: now() + LOOK_AGAIN_MS }
  const { report } = job.run
  if (report?.outcome !== 'published' || report.headSha !== run.headSha)
    return done('the commit is not what the last run delivered')
  return { kind: 'job', job }
}

async function readLogs(
  github: CiFailureDeps['github'],
  repository: RepositoryRef,
  failed: readonly { readonly id: number; readonly name: string }[],
): Promise<FailedJob[]> {
  const jobs: FailedJob[] = []
  for (const { id, name } of failed.slice(0, MAX_JOBS))
    jobs.push({ name, log: await github.readJobLog(repository, id) })
  return jobs
}

async function send(
  deps: CiFailureDeps,
  project: Project,
  given: {
    readonly job: Job
    readonly failure: CiFailure
    readonly run: CiRun
    readonly jobs: readonly FailedJob[]
  },
): Promise<Left> {
  const { job, failure, run, jobs } = given
  const id = ciFailureId(failure)
  const outcome = await deps.jobs.sendMessage({
    project,
    job: job.id,
    prompt: ciPrompt(run.path),
    origin: { kind: 'settings', id: 'on-ci-failure', name: `a failure of ${run.path}` },
    idempotencyKey: { source: id, repositoryId: project.repositoryId },
    attached: { material: ciMaterial(jobs), sources: [] },
  })
  return done(
    outcome.kind === 'accepted' ? `a message to ${job.id}` : `the message is refused: ${outcome.kind}`,
  )
}
