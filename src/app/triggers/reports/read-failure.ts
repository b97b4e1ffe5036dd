import type { Material } from '../../../contract/runner-protocol/material.ts'
import { matchNames } from '../../../settings/match-name.ts'
import type { Github } from '../../github/github.ts'
import type { RepositoryRef } from '../../github/repository.ts'
import { filterInTurns } from '../../projects/filter-in-turns.ts'
import type { CiFailures } from '../../projects/project-config.ts'
import type { CheckFailure, CiFailure } from './ci-failure.ts'
import { checkMaterial, ciMaterial, type FailedJob } from './ci-prompt.ts'
import { done, type Left } from './find-failed-head.ts'

export interface ReadFailureDeps {
  readonly github: Pick<Github, 'identity' | 'readCiRun' | 'listFailedJobs' | 'readJobLog' | 'readCiCheck'>
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

/** Logs of more jobs are not read: they mostly fail for the same cause. */
const MAX_JOBS = 3

const hasFailed = (conclusion: string | null): boolean =>
  conclusion === 'failure' || conclusion === 'timed_out'

/** For the comparisons of names with globs: less than half a second. Twenty Apps or 1,000 jobs of usual names take few. */
const stepsOfFailure = () => ({ left: 1_000_000_000 })

/** The failed jobs of a workflow run of GitHub Actions. */
export async function readWorkflowFailure(
  { github }: ReadFailureDeps,
  repository: RepositoryRef,
  failure: CiFailure,
): Promise<Failure | Left> {
  const run = await github.readCiRun(repository, failure.workflowRunId)
  if (run?.attempt !== failure.attempt || !hasFailed(run.conclusion))
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

/** GitHub Actions is an App of github.com, too. Its checks are named by their workflow file. */
const GITHUB_ACTIONS = 15_368

/** A check run of another App. Its name is for that App to choose, so its App's id decides first. */
export async function readCheckFailure(
  { github }: ReadFailureDeps,
  repository: RepositoryRef,
  failure: CheckFailure,
): Promise<Failure | Left> {
  const check = await github.readCiCheck(repository, failure.checkRunId)
  if (check === null || !hasFailed(check.conclusion)) return done('it did not fail, or is running again')
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
