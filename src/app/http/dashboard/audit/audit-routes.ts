import type { Context } from 'hono'
import { type AuditAccess, type AuditPage, type ListedEntry, listAudit } from '../../../jobs/list-audit.ts'
import { loadProject, projectIdOf } from '../../../projects/project.ts'
import { requireAccount } from '../frame/guard.ts'
import type { PageDeps, PageModule } from '../frame/page-module.ts'
import { render } from '../frame/respond.ts'
import { type DashboardEnv, linkTo, signedInView } from '../frame/view.ts'
import { auditPage, queryOf, readAuditQuery } from './audit-page.ts'

const PER_PAGE = 50
/** Maximum lines of one download, and maximum pages that are read to find them. */
const MOST_LINES = 10_000
const MOST_PAGES = 50

export const auditPages: PageModule = {
  styles: [new URL('audit.css', import.meta.url)],

  routes(app, deps) {
    app.get('/audit', async (c) => {
      const { choice, ...query } = readAuditQuery((name) => c.req.query(name))
      const access = accessOf(c)
      const page = await listAudit(deps.store, access, { ...query, limit: PER_PAGE })
      const repositories = await namesOf(deps, page.entries)
      const isFirst = query.after === null
      const data = { page, choice, isFirst, isOwner: access.isOwner, repositories }
      return render(deps, c, auditPage(signedInView(c), data))
    })

    app.get('/audit.jsonl', async (c) => {
      const { choice, ...query } = readAuditQuery((name) => c.req.query(name))
      const lines: string[] = []
      let next: string | null = query.after
      let pages = 0
      do {
        const limit = Math.min(500, MOST_LINES - lines.length)
        const page: AuditPage = await listAudit(deps.store, accessOf(c), { ...query, after: next, limit })
        lines.push(...page.entries.map(lineOf))
        next = page.next
        pages++
      } while (next !== null && lines.length < MOST_LINES && pages < MOST_PAGES)
      const more = linkTo(signedInView(c), `/audit.jsonl${queryOf(choice, next)}`)
      return c.body(lines.join(''), 200, {
        'content-type': 'application/jsonl; charset=utf-8',
        'content-disposition': 'attachment; filename="prentice-audit.jsonl"',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        ...(next !== null && { link: `<${more}>; rel="next"` }),
      })
    })
  },
}

/** Owners see the whole account, others what concerns the projects that they see. */
function accessOf(c: Context<DashboardEnv>): AuditAccess {
  const { id: accountId, isOwner } = requireAccount(c)
  const { repositories } = signedInView(c).viewer.access
  const seen = new Set([...repositories.keys()].map(projectIdOf))
  return { accountId, isOwner, covers: (project) => seen.has(project) }
}

async function namesOf({ store }: PageDeps, entries: readonly ListedEntry[]): Promise<Map<string, string>> {
  const ids = [...new Set(entries.flatMap(({ project }) => project ?? []))]
  const found = await Promise.all(ids.map((id) => loadProject(store, id)))
  return new Map(
    found.flatMap((project) => (project === null ? [] : [[project.id, `${project.owner}/${project.name}`]])),
  )
}

function lineOf({ place: _, at, ...entry }: ListedEntry): string {
  return `${JSON.stringify({ at: new Date(at).toISOString(), ...entry })}\n`
}
