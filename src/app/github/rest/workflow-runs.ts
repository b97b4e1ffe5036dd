import { z } from 'zod'
import { RUN_INPUT } from '../../../contract/github.ts'
import { type ReasonCode, reason } from '../../../contract/reasons.ts'
import { GithubUnavailable } from '../errors.ts'
import type { Github } from '../github.ts'
import type { RepositoryRef } from '../repository.ts'
import { classifyError, limitedUntil, type ParsedError } from '../request/classify-error.ts'
import { about, type GithubAccess, type GithubClient, type RestResponse } from '../request/request.ts'
import type { CiRun, DispatchOutcome, WorkflowRun } from '../workflow-run.ts'
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
const Workflow = z.object({ state: z.string() })

const RUNS = 'GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs'
const PAGE = 100

export function workflowRuns(
  deps: GithubClient,
): Pick<Github, 'findWorkflowRun' | 'readWorkflowRun' | 'readWorkflowState' | 'cancelWorkflowRun'> {
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
    async findWorkflowRun(repository, { file, title, id, since }) {
      for (let number = 1; ; number++) {
        const found = await page(repository, file, since, number)
        if (found === null) return absentIn(deps, repository)
        const run = found.workflow_runs.find((one) => one.id === id || one.displayTitle === title)
        if (run !== undefined) return run
        if (found.workflow_runs.length < PAGE) return null
      }
    },

    async readWorkflowRun(repository, id) {
      const route = 'GET /repos/{owner}/{repo}/actions/runs/{run_id}'
      const run = await ask.oneOrNull(Run, about(repository, route, { run_id: id }))
      return run ?? absentIn(deps, repository)
    },

    async readWorkflowState(repository, file) {
      const route = 'GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}'
      const found = await ask.oneOrNull(Workflow, about(repository, route, { workflow_id: file }))
      return found?.state ?? null
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
export function ciRuns(deps: GithubClient): Pick<Github, 'readCiRun' | 'listFailedJobs' | 'readJobLog'> {
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

const ROUTE = 'POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches'

const RunDetails = z.object({ workflow_run_id: z.int(), html_url: z.url() })

/** Starts workflows. If GitHub once refuses to return the id of the run, later dispatches do not ask for it. */
export function dispatching({
  ask,
  octokits,
  now,
}: GithubClient & Pick<GithubAccess, 'octokits' | 'now'>): Pick<Github, 'dispatchWorkflow'> {
  // Since version 2026-03-10 GitHub always returns the id, and the property no longer exists.
  let wantsDetails = octokits.apiVersion === '2022-11-28'

  const dispatchWorkflow: Github['dispatchWorkflow'] = async (repository, workflow) => {
    const { file, ref, run } = workflow
    const details = wantsDetails
    const told = await ask.raw(
      about(repository, ROUTE, {
        workflow_id: file,
        ref,
        inputs: { [RUN_INPUT]: run },
        ...(details && { return_run_details: true }),
      }),
    )
    if (told.kind === 'answered') return outcomeOf(told.answer)
    if (details && refusesRunDetails(told.failure)) {
      // Nothing has started, so a second request starts the workflow once.
      wantsDetails = false
      return dispatchWorkflow(repository, workflow)
    }
    return classifyDispatchError(told.failure, { path: `.github/workflows/${file}`, ref, now: now() })
  }
  return { dispatchWorkflow }
}

/** A 204 has no run id. After a truncated body or a proxy's page it is unknown whether a run was started. */
function outcomeOf({ status, data }: RestResponse): DispatchOutcome {
  if (status === 204) return { kind: 'started', workflowRunId: null, url: null }
  const details = RunDetails.safeParse(data)
  if (!details.success)
    return {
      kind: 'unknown',
      detail: `the response with status ${status} does not match GitHub's description`,
    }
  return { kind: 'started', workflowRunId: details.data.workflow_run_id, url: details.data.html_url }
}

/** Enterprise Server up to 3.20 refuses unknown properties. */
function refusesRunDetails({ status, message }: ParsedError): boolean {
  return (status === 400 || status === 422) && message.includes('return_run_details')
}

/** The outcome of a dispatch that GitHub did not confirm. */
function classifyDispatchError(
  failure: ParsedError,
  { path, ref, now }: { readonly path: string; readonly ref: string; readonly now: number },
): DispatchOutcome {
  const lost = failure.status === null || failure.status >= 500
  // GitHub may have started the run before the response was lost, unless the request never reached it.
  if (lost && !failure.onToken && !failure.notSent) return { kind: 'unknown', detail: failure.message }
  const code = failure.onToken || limitedUntil(failure, now) !== null ? null : refusalCode(failure)
  if (code !== null)
    return {
      kind: 'refused',
      reason: reason(code, detailOf(code, { path, ref, message: failure.message })),
      status: failure.status,
    }
  const judged = classifyError(failure, now, 'dispatch-refused')
  if (judged instanceof GithubUnavailable)
    return { kind: 'later', at: judged.retryAt, isLimit: judged.isLimit, detail: judged.message }
  return { kind: 'refused', reason: judged.reason, status: judged.status }
}

/** Refusals that only occur for a dispatch, recognised by GitHub's message; `null`: any other refusal. */
function refusalCode({ status, message }: ParsedError): ReasonCode | null {
  if (status === 404) return 'workflow-missing'
  if (status === 422 && /no ref found/i.test(message)) return 'ref-not-found'
  if (status === 422 && /disabled workflow/i.test(message)) return 'workflow-disabled'
  if (status === 422 && /ruleset|policy|protection/i.test(message)) return 'actions-blocked'
  if (status === 422 && /workflow_dispatch|inputs? /i.test(message)) return 'workflow-invalid'
  // The wording is not documented. All messages seen so far say that Actions are disabled.
  if ((status === 403 || status === 422) && /actions? (is|are|has been|have been) disabled/i.test(message))
    return 'actions-disabled'
  // Rulesets, policies of the organisation and spending limits all give 403, each with a different message.
  const general = /suspended|not accessible by integration|archived|access blocked|IP allow list|SAML/i
  return status === 403 && !general.test(message) ? 'actions-blocked' : null
}

function detailOf(code: ReasonCode, at: { path: string; ref: string; message: string }): string {
  switch (code) {
    case 'workflow-missing':
    case 'workflow-disabled':
      return at.path
    case 'ref-not-found':
      return at.ref
    default:
      return at.message
  }
}
