import { z } from 'zod'
import type { Github } from '../github.ts'
import type { RepositoryRef } from '../repository.ts'
import { about, type Deps } from '../request/request.ts'
import type { CiRun, WorkflowRun } from '../workflow-run.ts'
import { absentIn } from './repositories.ts'

const Run = z
  .object({
    id: z.int(),
    html_url: z.url(),
    display_title: z.string(),
    /** GitHub's description allows `null` here, and no attempt, for a run that is being created. */
    status: z.string().nullable(),
    conclusion: z.string().nullable(),
    run_attempt: z.int().optional(),
  })
  .transform(
    (run): WorkflowRun => ({
      id: run.id,
      url: run.html_url,
      displayTitle: run.display_title,
      status: run.status ?? 'requested',
      conclusion: run.conclusion,
      attempt: run.run_attempt ?? 1,
    }),
  )
const Runs = z.object({ workflow_runs: z.array(Run) })

const RUNS = 'GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs'
const PAGE = 100

export function workflowRuns(
  deps: Deps,
): Pick<Github, 'findWorkflowRun' | 'readWorkflowRun' | 'cancelWorkflowRun'> {
  const { ask } = deps

  const page = (repository: RepositoryRef, file: string, since: Date, number: number) =>
    ask.oneOrNull(
      Runs,
      about(repository, RUNS, {
        workflow_id: file,
        created: `>=${since.toISOString().slice(0, 19)}Z`,
        per_page: PAGE,
        page: number,
      }),
    )

  return {
    async findWorkflowRun(repository, { file, title, since }) {
      for (let number = 1; ; number++) {
        const found = await page(repository, file, since, number)
        if (found === null) return absentIn(deps, repository)
        const run = found.workflow_runs.find(({ displayTitle }) => displayTitle === title)
        if (run !== undefined) return run
        if (found.workflow_runs.length < PAGE) return null
      }
    },

    async readWorkflowRun(repository, id) {
      const route = 'GET /repos/{owner}/{repo}/actions/runs/{run_id}'
      const run = await ask.oneOrNull(Run, about(repository, route, { run_id: id }))
      return run ?? absentIn(deps, repository)
    },

    async cancelWorkflowRun(repository, id, how) {
      const route =
        how === 'cancel'
          ? 'POST /repos/{owner}/{repo}/actions/runs/{run_id}/cancel'
          : 'POST /repos/{owner}/{repo}/actions/runs/{run_id}/force-cancel'
      // 409: the run has ended. 404: it was deleted, which GitHub allows only after its end.
      await ask.oneOrNull(z.unknown(), about(repository, route, { run_id: id }), [404, 409])
    },
  }
}

const CiRunShape = z
  .object({
    id: z.int(),
    // With the ref, for some events: `.github/workflows/test.yml@main`.
    path: z.string(),
    head_sha: z.string(),
    head_branch: z.string().nullable(),
    head_repository: z.object({ id: z.int() }).nullable().optional(),
    conclusion: z.string().nullable(),
    run_attempt: z.int().optional(),
  })
  .transform(
    (run): CiRun => ({
      id: run.id,
      path: run.path.split('@', 1)[0] ?? '',
      headSha: run.head_sha,
      headBranch: run.head_branch,
      headRepositoryId: run.head_repository?.id ?? null,
      conclusion: run.conclusion,
      attempt: run.run_attempt ?? 1,
    }),
  )

const WorkflowJob = z.object({ id: z.int(), name: z.string(), conclusion: z.string().nullable() })

/** The end of a log that is kept. */
const LOG_BYTES = 16 * 1024

/** Workflow runs of the project's own CI, which the App reads and never starts. */
export function ciRuns(deps: Deps): Pick<Github, 'readCiRun' | 'listFailedJobs' | 'readJobLog'> {
  const { ask } = deps
  return {
    async readCiRun(repository, id) {
      const route = 'GET /repos/{owner}/{repo}/actions/runs/{run_id}'
      const run = await ask.oneOrNull(CiRunShape, about(repository, route, { run_id: id }))
      return run ?? absentIn(deps, repository)
    },

    async listFailedJobs(repository, run) {
      const route = 'GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs'
      const jobs = await ask.all(WorkflowJob, about(repository, route, { run_id: run }))
      return jobs.filter(({ conclusion }) => conclusion === 'failure' || conclusion === 'timed_out')
    },

    async readJobLog(repository, job) {
      const route = 'GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs'
      const body = await ask.stored(about(repository, route, { job_id: job }))
      return body === null ? null : readTail(body, LOG_BYTES)
    },
  }
}

/** More than a log of GitHub Actions has. What follows is not read. */
const MOST_BYTES = 256 * 1024 * 1024

/** The end of a text, from its first whole line. Holds little of it in memory, however long it is. */
async function readTail(body: ReadableStream<Uint8Array>, bytes: number): Promise<string> {
  let tail = Buffer.alloc(0)
  let total = 0
  for await (const chunk of body) {
    total += chunk.length
    const all = Buffer.concat([tail, chunk])
    tail = all.subarray(Math.max(0, all.length - bytes))
    if (total > MOST_BYTES) break
  }
  const text = tail.toString('utf8')
  return total > bytes ? text.slice(text.indexOf('\n') + 1) : text
}
