import type { Context } from 'hono'
import { MetadataName } from '../../../../contract/job.ts'
import { limitsOfProject } from '../../../projects/match-budgets.ts'
import { loadProject, type Project, projectIdOf } from '../../../projects/project.ts'
import type { Access } from '../../../sessions/access.ts'
import { groupOutcomes, listOutcomes, summarizeOutcomes } from '../../../usage/summarize-outcomes.ts'
import {
  listEndedRuns,
  summarizeUsage,
  tabulateUsage,
  type UsageQuery,
  type UsageReport,
} from '../../../usage/summarize-usage.ts'
import { requireAccount, requireProject } from '../frame/guard.ts'
import type { PageDeps, PageModule } from '../frame/page-module.ts'
import { PageError, render } from '../frame/respond.ts'
import { type DashboardEnv, signedInView } from '../frame/view.ts'
import type { OutcomesData } from './outcomes-part.ts'
import { outcomesCsv, runsCsv, usageCsv } from './usage-csv.ts'
import { RANGES, type UsageChoice, usagePage } from './usage-page.ts'

/** Projects whose limits the page shows, and whose names are looked up. */
const MOST_LIMITS = 6
const MOST_NAMES = 200

export const usagePages: PageModule = {
  styles: [new URL('usage.css', import.meta.url)],

  routes(app, deps) {
    app.get('/usage', async (c) => {
      const { query, choice } = await readQuery(deps, c)
      const report = await summarizeUsage(deps, query)
      const outcomes = await readOutcomes(deps, query, { report, pair: choice.metadata })
      const named = await loadProjects(
        deps,
        [...report.projects.map(({ name }) => name), choice.project ?? ''].filter((id) => id !== ''),
      )
      const limits = await Promise.all(
        named.slice(0, MOST_LIMITS).map(async (project) => ({
          ...(await limitsOfProject(deps, project)),
          repository: repositoryOf(project),
        })),
      )
      const repositories = new Map(named.map((project) => [project.id, repositoryOf(project)]))
      return render(deps, c, usagePage(signedInView(c), { choice, report, outcomes, limits, repositories }))
    })

    app.get('/usage.csv', async (c) => {
      const { query, choice } = await readQuery(deps, c)
      const { rows, isComplete } = await tabulateUsage(deps, query)
      if (!isComplete)
        throw new PageError(503, 'The runs are still being added up. Try again.', { 'retry-after': '1' })
      const named = await loadProjects(deps, [...new Set(rows.map(({ project }) => project))])
      const repositories = new Map(named.map((project) => [project.id, repositoryOf(project)]))
      return c.body(usageCsv(rows, repositories), 200, csvHeaders(`prentice-usage-${choice.days}-days.csv`))
    })

    app.get('/usage-runs.csv', async (c) => {
      const { query, choice } = await readQuery(deps, c)
      const named = async (ids: readonly string[]) =>
        new Map((await loadProjects(deps, ids)).map((project) => [project.id, repositoryOf(project)]))
      const lines = runsCsv(listEndedRuns(deps, query), named)
      const body = ReadableStream.from(lines).pipeThrough(new TextEncoderStream())
      return c.body(body, 200, csvHeaders(`prentice-runs-${choice.days}-days.csv`))
    })

    app.get('/usage-pull-requests.csv', async (c) => {
      const { query, choice } = await readQuery(deps, c)
      const named = async (ids: readonly string[]) =>
        new Map((await loadProjects(deps, ids)).map((project) => [project.id, repositoryOf(project)]))
      const lines = outcomesCsv(listOutcomes(deps, query), named)
      const body = ReadableStream.from(lines).pipeThrough(new TextEncoderStream())
      return c.body(body, 200, csvHeaders(`prentice-pull-requests-${choice.days}-days.csv`))
    })
  },
}

async function readOutcomes(
  deps: PageDeps,
  query: UsageQuery,
  { report, pair }: { readonly report: UsageReport; readonly pair: string | null },
): Promise<OutcomesData> {
  const { jobs, tracked } = report.total
  return {
    report: await summarizeOutcomes(deps, query),
    unknownJobs: jobs - tracked,
    grouped: pair === null ? null : { pair, groups: await groupOutcomes(deps, { ...query, pair }) },
  }
}

const csvHeaders = (file: string): Record<string, string> => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${file}"`,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
})

const repositoryOf = ({ owner, name }: Project): string => `${owner}/${name}`

async function loadProjects({ store }: PageDeps, ids: readonly string[]): Promise<Project[]> {
  const found = await Promise.all([...new Set(ids)].slice(0, MOST_NAMES).map((id) => loadProject(store, id)))
  return found.filter((project) => project !== null)
}

async function readQuery(
  deps: PageDeps,
  c: Context<DashboardEnv>,
): Promise<{ readonly query: UsageQuery; readonly choice: UsageChoice }> {
  const { id: accountId } = requireAccount(c)
  const days = RANGES.find((range) => String(range) === c.req.query('days')) ?? 30
  const given = c.req.query('project')
  const project = given === undefined ? null : (await requireProject(deps, c, given, 'read')).id
  const seen = projectsSeen(signedInView(c).viewer.access)
  const covers = (id: string): boolean => seen.has(id) && (project === null || id === project)
  const metadata = MetadataName.safeParse(c.req.query('metadata')).data ?? null
  return { query: { accountId, covers, days }, choice: { days, project, metadata } }
}

/** Ids of the projects that the person sees. Sums of an account hold no others than its own. */
const projectsSeen = ({ repositories }: Access): ReadonlySet<string> =>
  new Set([...repositories.keys()].map(projectIdOf))
