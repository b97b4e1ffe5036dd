import type { ProjectCheck } from '../../../onboarding/check-project.ts'
import type { Project } from '../../../projects/project.ts'
import type { FoundProjects } from '../frame/find-projects.ts'
import { firstCheck } from '../frame/github-reads.ts'
import type { PageDeps } from '../frame/page-module.ts'

/** Whether jobs can run in a project of the account, according to the records. */
export type FoundWorkflow =
  | { readonly kind: 'no-project' }
  | { readonly kind: 'found'; readonly project: Project }
  /** No project has a usable file. `project`: one whose page says what is missing. */
  | { readonly kind: 'missing'; readonly project: Project }
  /** GitHub does not show the file of any project; the page of `project` says why. */
  | { readonly kind: 'refused'; readonly project: Project }
  /** Projects have not been checked yet: GitHub is slow or does not respond, or the person has asked too often. */
  | { readonly kind: 'unchecked'; readonly project: Project }
  /** None of the first ones has it, and the account has more than are looked at. */
  | { readonly kind: 'not-among-first'; readonly project: Project; readonly lookedAt: number }

/** Somebody who has just merged the pull request reloads this page. */
const RECHECK_MS = 30_000
/** Projects that are checked simultaneously. */
const AT_ONCE = 5
/** After that time the page is shown with what is known. */
const PATIENCE_MS = 3_000

/** Asks GitHub about projects that were never checked, and about the first one again. Each check counts for the person. */
export async function findWorkflow(
  deps: Pick<PageDeps, 'checks' | 'reads' | 'now'>,
  personId: number,
  { projects, total }: FoundProjects,
): Promise<FoundWorkflow> {
  const { checks, now } = deps
  const [first] = projects
  if (first === undefined) return { kind: 'no-project' }
  const last = await checks.last(projects.map(({ id }) => id))
  const known = new Map(projects.map((project, at) => [project, last[at] ?? null]))
  const found = projects.find((project) => isWorkedOn(known.get(project)))
  if (found !== undefined) return { kind: 'found', project: found }

  const startedAt = now()
  const mustCheck = ([project, check]: [Project, ProjectCheck | null]): boolean =>
    check === null || (project === first && startedAt - check.checkedAt >= RECHECK_MS)
  const due = [...known].filter(mustCheck).map(([project]) => project)
  for (let at = 0; at < due.length; at += AT_ONCE) {
    if (now() - startedAt >= PATIENCE_MS) return { kind: 'unchecked', project: first }
    const group = due.slice(at, at + AT_ONCE)
    const results = await Promise.all(
      group.map((project) => firstCheck(deps, project, { personId, requests: 1 })),
    )
    for (const [place, project] of group.entries()) known.set(project, results[place] ?? null)
    const worked = group.find((project) => isWorkedOn(known.get(project)))
    if (worked !== undefined) return { kind: 'found', project: worked }
    if (results.includes(null)) return { kind: 'unchecked', project: first }
  }
  return judge(known, first, total)
}

function judge(
  known: ReadonlyMap<Project, ProjectCheck | null>,
  first: Project,
  total: number,
): FoundWorkflow {
  if (total > known.size) return { kind: 'not-among-first', project: first, lookedAt: known.size }
  const [lacking] = [...known].find(([, check]) => check?.workflow.kind !== 'unknown') ?? []
  return lacking === undefined ? { kind: 'refused', project: first } : { kind: 'missing', project: lacking }
}

/** By its own workflow, or by that of the runner repository of its account. */
const isWorkedOn = (check: ProjectCheck | null | undefined): boolean =>
  check != null && ['ok', 'elsewhere'].includes(check.workflow.kind)
