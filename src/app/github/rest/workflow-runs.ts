import { z } from 'zod'
import type { Github, RepositoryRef, WorkflowRun } from '../github.ts'
import { about, absentIn, type Deps } from './repositories.ts'

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
  const { ask, octokits } = deps

  const page = (repository: RepositoryRef, file: string, since: Date, number: number) =>
    ask.oneOrNull(
      Runs,
      about(octokits, repository, RUNS, {
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
      const run = await ask.oneOrNull(Run, about(octokits, repository, route, { run_id: id }))
      return run ?? absentIn(deps, repository)
    },

    async cancelWorkflowRun(repository, id, how) {
      const route =
        how === 'cancel'
          ? 'POST /repos/{owner}/{repo}/actions/runs/{run_id}/cancel'
          : 'POST /repos/{owner}/{repo}/actions/runs/{run_id}/force-cancel'
      // 409: the run has ended. 404: it was deleted, which GitHub allows only after its end.
      await ask.oneOrNull(z.unknown(), about(octokits, repository, route, { run_id: id }), [404, 409])
    },
  }
}
