import { z } from 'zod'
import type { CheckRunFields } from '../feedback-content.ts'
import type { Github } from '../github.ts'
import { about, type Deps } from '../request/request.ts'
import type { CiCheck } from '../workflow-run.ts'

/** GitHub lists the check runs of all apps, and external ids are theirs: ours are long and random. */
const CheckRuns = z.object({
  check_runs: z.array(z.object({ id: z.int(), external_id: z.string().nullable() })),
})

const CheckRun = z
  .object({
    id: z.int(),
    name: z.string(),
    head_sha: z.string(),
    conclusion: z.string().nullable(),
    app: z.object({ id: z.int() }).nullable(),
    output: z
      .object({ title: z.string().nullable(), summary: z.string().nullable(), text: z.string().nullable() })
      .partial(),
  })
  .transform(
    ({ id, name, head_sha: headSha, conclusion, app, output: { title, summary, text } }): CiCheck => ({
      ...{ id, name, headSha, conclusion, appId: app?.id ?? null },
      report: [title, summary, text].filter((part) => part != null && part !== '').join('\n\n'),
    }),
  )

type CheckCalls = Pick<Github, 'createCheckRun' | 'updateCheckRun' | 'findCheckRun' | 'readCiCheck'>

export function checkRuns({ ask }: Deps): CheckCalls {
  return {
    createCheckRun: (repository, { name, headSha, externalId, ...fields }) =>
      ask.write(
        about(repository, 'POST /repos/{owner}/{repo}/check-runs', {
          name,
          head_sha: headSha,
          external_id: externalId,
          ...toBody(fields),
        }),
      ),

    updateCheckRun: (repository, id, fields) =>
      ask.write(
        about(repository, 'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}', {
          check_run_id: id,
          ...toBody(fields),
        }),
      ),

    readCiCheck: (repository, id) =>
      ask.oneOrNull(
        CheckRun,
        about(repository, 'GET /repos/{owner}/{repo}/check-runs/{check_run_id}', {
          check_run_id: id,
        }),
      ),

    async findCheckRun(repository, { name, headSha, externalId }) {
      const route = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs'
      const params = { ref: headSha, check_name: name, filter: 'all', per_page: 100 }
      const listed = await ask.oneOrNull(CheckRuns, about(repository, route, params), [404, 422])
      return listed?.check_runs.find(({ external_id }) => external_id === externalId)?.id ?? null
    },
  }
}

const toBody = ({ conclusion, title, summary, annotations, buttons, detailsUrl }: CheckRunFields) => ({
  ...(conclusion === null ? { status: 'in_progress' } : { status: 'completed', conclusion }),
  ...(detailsUrl !== null && { details_url: detailsUrl }),
  output: {
    title,
    summary,
    ...(annotations.length > 0 && {
      annotations: annotations.map(({ path, line, ...texts }) => ({
        ...texts,
        path,
        start_line: line,
        end_line: line,
        annotation_level: 'failure',
      })),
    }),
  },
  actions: buttons,
})
