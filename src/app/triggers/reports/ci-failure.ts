import { z } from 'zod'
import { reason } from '../../../contract/reasons.ts'
import type { Material } from '../../../contract/runner-protocol/material.ts'
import { shorten } from '../../../sanitize/neutralize.ts'
import { matchNames } from '../../../settings/match-name.ts'
import { GithubRefused } from '../../github/errors.ts'
import type { Github } from '../../github/github.ts'
import type { RepositoryRef } from '../../github/repository.ts'
import type { CiCheck } from '../../github/workflow-run.ts'
import { triggerKeys } from '../../job-store/idempotency.ts'
import { filterInTurns } from '../../projects/filter-in-turns.ts'
import type { CiFailures } from '../../projects/parse-project-config.ts'
import type { Project, ProjectWork } from '../../projects/project.ts'
import type { KnownFields } from '../../store/parse-records.ts'

/** A workflow run that failed, as its webhook brought it. The server reads it from GitHub before it does anything. */
export const CiFailure = z.looseObject({
  workflowRunId: z.int(),
  attempt: z.int(),
  /** When the webhook arrived, epoch milliseconds. */
  at: z.int(),
})
export type CiFailure = KnownFields<z.infer<typeof CiFailure>>

export const ciFailureId = ({ workflowRunId, attempt }: CiFailure): string => `ci-${workflowRunId}-${attempt}`

/** Stores a failure for the timers, if the settings want it fixed, and it was not worked on before. */
export async function receiveCiFailure(
  deps: Pick<ProjectWork, 'store' | 'onDue'>,
  project: Project,
  failure: CiFailure & { readonly path: string },
): Promise<void> {
  const { path, ...value } = failure
  if (!project.config?.ciFailures?.checks.some(({ workflow }) => workflow === path)) return
  await storeFailure(deps, project, { kind: 'ci', id: ciFailureId(value), value })
}

async function storeFailure(
  { store, onDue }: Pick<ProjectWork, 'store' | 'onDue'>,
  { id: project, repositoryId }: Project,
  { kind, id, value }: { readonly kind: 'ci' | 'check'; readonly id: string; readonly value: { at: number } },
): Promise<void> {
  await store.commit({
    checks: [{ key: triggerKeys.source(repositoryId, id), value: null }],
    set: [{ key: triggerKeys.due(value.at, { kind, project, id }), value: JSON.stringify(value) }],
  })
  onDue()
}

/** A check run of another App that failed, as its webhook brought it. */
export const CheckFailure = z.looseObject({
  checkRunId: z.int(),
  /** Where GitHub looks for the pull request. */
  branch: z.string(),
  at: z.int(),
})
export type CheckFailure = KnownFields<z.infer<typeof CheckFailure>>

export const checkFailureId = ({ checkRunId }: CheckFailure): string => `check-${checkRunId}`

/** As `receiveCiFailure`. */
export async function receiveCheckFailure(
  deps: Pick<ProjectWork, 'store' | 'onDue'>,
  project: Project,
  failure: CheckFailure & { readonly app: number },
): Promise<void> {
  const { app, ...value } = failure
  if (!project.config?.ciFailures?.apps?.some((named) => named.app === app)) return
  await storeFailure(deps, project, { kind: 'check', id: checkFailureId(value), value })
}

interface FailureReader {
  readonly github: Pick<Github, 'readCiRun' | 'listFailedJobs' | 'readJobLog' | 'readCiCheck'>
}

/** A failure as GitHub shows it. */
export interface Failure {
  readonly kind: 'failed'
  readonly head: { readonly branch: string; readonly sha: string }
  /** What failed, in words that nobody but the settings chooses. */
  readonly of: string
  /**
   * What the agent gets; `null`: the settings do not name it. Read last, since it takes the most requests. Throws TooManySteps.
   */
  readonly material: (named: CiFailures) => Promise<(() => Promise<readonly Material[]>) | null>
}

/** What the server does with a failure that it does not send to the agent now. */
export type NextStep =
  | { readonly kind: 'later'; readonly at: number }
  | { readonly kind: 'done'; readonly why: string }

export const done = (why: string): NextStep => ({ kind: 'done', why })

/** Logs of more jobs are not read: they mostly fail for the same cause. */
const MAX_JOBS = 3

const hasFailed = (conclusion: string | null): boolean =>
  conclusion === 'failure' || conclusion === 'timed_out'

/** For the comparisons of names with globs: at most about half a second. 20 Apps or 1,000 jobs of usual names take fewer. */
const stepsOfFailure = () => ({ left: 150_000_000 })

/** A webhook has named it, so that GitHub may take its absence back. */
const notShown = (what: string): GithubRefused =>
  new GithubRefused(reason('permission-missing', `GitHub does not show the ${what}`), { status: 404 })

/** The failed jobs of a workflow run of GitHub Actions. */
export async function readWorkflowFailure(
  { github }: FailureReader,
  repository: RepositoryRef,
  failure: CiFailure,
): Promise<Failure | NextStep> {
  const run = await github.readCiRun(repository, failure.workflowRunId)
  if (run === null) throw notShown(`workflow run ${failure.workflowRunId}`)
  if (run.attempt !== failure.attempt || !hasFailed(run.conclusion))
    return done('it did not fail, or is running again')
  if (run.headRepositoryId !== repository.id || run.headBranch === null)
    return done('the branch is in a fork')
  return {
    kind: 'failed',
    head: { branch: run.headBranch, sha: run.headSha },
    of: `the workflow ${run.path}`,
    material: async ({ checks }) => {
      const check = checks.find(({ workflow }) => workflow === run.path)
      if (check === undefined) return null
      return async () => {
        const failed = await github.listFailedJobs(repository, run.id)
        const isNamed = matchNames(check.jobs)
        const named = await filterInTurns(failed, ({ name }) => isNamed(name), stepsOfFailure())
        return ciMaterial(await readLogs(github, repository, named))
      }
    },
  }
}

async function readLogs(
  github: Pick<Github, 'readJobLog'>,
  repository: RepositoryRef,
  failed: readonly { readonly id: number; readonly name: string }[],
): Promise<FailedJob[]> {
  const jobs: FailedJob[] = []
  for (const { id, name } of failed.slice(0, MAX_JOBS))
    jobs.push({ name, log: await github.readJobLog(repository, id) })
  return jobs
}

/** GitHub Actions is also an App of github.com. Its checks are identified by their workflow file. */
const GITHUB_ACTIONS = 15_368

/** A check run of another App. Its name is for that App to choose, so its App's id decides first. */
export async function readCheckFailure(
  { github }: FailureReader,
  repository: RepositoryRef,
  failure: CheckFailure,
): Promise<Failure | NextStep> {
  const check = await github.readCiCheck(repository, failure.checkRunId)
  if (check === null) throw notShown(`check run ${failure.checkRunId}`)
  if (!hasFailed(check.conclusion)) return done('it did not fail, or is running again')
  const { appId } = check
  if (appId === null || appId === GITHUB_ACTIONS) return done('it is not of another App')
  return {
    kind: 'failed',
    head: { branch: failure.branch, sha: check.headSha },
    of: `a check of the GitHub App ${appId}`,
    material: async ({ apps = [] }) => {
      const ofApp = apps.filter(({ app }) => app === appId)
      const naming = await filterInTurns(
        ofApp,
        ({ names }) => matchNames(names)(check.name),
        stepsOfFailure(),
      )
      return naming.length > 0 ? async () => checkMaterial(check) : null
    },
  }
}

/** A job of a workflow run that failed. */
interface FailedJob {
  readonly name: string
  /** The end of its log; `null`: GitHub has none. */
  readonly log: string | null
}

/** What the agent is asked. The names of jobs and of check runs are data, because a workflow or an App can compute them. */
export const ciPrompt = (of: string): string =>
  `A check of the pull request failed: ${of}. The data has what failed, and the end of its logs or its report. Find the cause and fix it in the code of this repository. If the change of this pull request did not cause the failure, change nothing and say so in the summary.`

const ciMaterial = (jobs: readonly FailedJob[]): Material[] =>
  jobs.map(({ name, log }) => ({
    of: 'the end of the log of a failed job',
    text: [`Job: ${name}`, '', log === null ? '(GitHub has no log of this job.)' : cleanLog(log)].join('\n'),
  }))

/** Of the report of a check run, which may have 128 KiB, as much as of a log. */
const MAX_REPORT = 16_384

const checkMaterial = ({ name, report }: Pick<CiCheck, 'name' | 'report'>): Material[] => [
  {
    of: 'the report of a failed check',
    text: [
      `Check: ${name}`,
      '',
      report === '' ? '(The App reports nothing.)' : shorten(report, MAX_REPORT),
    ].join('\n'),
  },
]

/** Beginning of each line. */
const TIME = /^\ufeff?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z ?/gm
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control sequences of terminals
const ESCAPES = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\))/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: all that are not line ends or tabs
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** Without the times and the colours of a terminal, for fewer tokens. */
export const cleanLog = (log: string): string =>
  log.replaceAll('\r\n', '\n').replace(TIME, '').replace(ESCAPES, '').replace(CONTROLS, '').trimEnd()
