import type { ProjectCheck } from '../../../onboarding/check-project.ts'
import type { Project } from '../../../projects/project.ts'
import { number, when } from '../frame/formats.ts'
import { type Html, html, icon, join, NOTHING } from '../frame/html.ts'
import type { PageContent } from '../frame/layout.ts'
import { linkTo, type View } from '../frame/view.ts'

interface ShownProject {
  readonly project: Project
  /** The last one. */
  readonly check: ProjectCheck | null
  /** It has completed a job. Only known if there was no check. */
  readonly hasWorked: boolean
  /** An operator has paused the project or its account. */
  readonly isPaused: boolean
}

interface ProjectsData {
  readonly shown: readonly ShownProject[]
  readonly total: number
  readonly search: string
  readonly installUrl: string | null
}

export function projectsPage(view: View, data: ProjectsData): PageContent {
  return {
    title: 'Projects',
    nav: 'projects',
    actions: html`${view.account?.isOwner ? html`<a class="button" href="${linkTo(view, '/runner-repository')}">${icon('server')}Runner repository</a> ` : NOTHING}${data.installUrl === null ? NOTHING : html`<a class="button" href="${data.installUrl}">${icon('plus')}Install on GitHub</a>`}`,
    body: html`<p class="lead">Each repository on which the App is installed is a project.</p>${list(view, data)}`,
  }
}

function list(view: View, { shown, total, search, installUrl }: ProjectsData): Html {
  if (total === 0 && search === '')
    return html`<div class="blank">${icon('repo')}<h2>No project yet</h2><p class="muted">Install the App, and choose the repositories that Prentice may work on.</p>${installUrl === null ? NOTHING : html`<p><a class="button button-primary" href="${installUrl}">Install on GitHub</a></p>`}</div>`
  const rows = shown.map((one) => row(view, one))
  const more = total - shown.length
  return html`<form class="row search" method="get" action="/dashboard/projects" role="search">${view.account === null ? NOTHING : html`<input type="hidden" name="account" value="${view.account.login}">`}<input type="search" name="q" value="${search}" aria-label="Find a project" placeholder="Find a project"><button class="button">${icon('search')}Find</button></form>
${shown.length === 0 ? html`<p class="muted">No project has this name.</p>` : html`<ul class="box box-list">${join(rows)}</ul>`}${more > 0 ? html`<p class="muted">${number(view, more)} more. Find one by its name.</p>` : NOTHING}`
}

function row(view: View, shown: ShownProject): Html {
  const { project, check, hasWorked } = shown
  const href = linkTo(view, `/projects/${project.id}`)
  const checked =
    check === null
      ? hasWorked
        ? 'Has completed jobs'
        : 'Never checked'
      : html`Checked ${when(view, check.checkedAt)}`
  return html`<li class="box-row"><span class="grow"><a class="strong" href="${href}">${project.owner}/${project.name}</a> <span class="badge">${icon(project.private ? 'lock' : 'globe')}${project.private ? 'Private' : 'Public'}</span><span class="block muted small">${checked}</span></span>${stateBadge(shown)}</li>`
}

export function stateBadge({ check, isPaused }: Pick<ShownProject, 'check' | 'isPaused'>): Html {
  if (isPaused)
    return html`<span class="badge badge-attention">${icon('circle-slash')}Paused by the operator</span>`
  switch (readiness(check)) {
    case 'ready':
      return html`<span class="badge badge-success">${icon('check-circle')}Ready</span>`
    case 'not-ready':
      return html`<span class="badge badge-attention">${icon('alert')}Needs attention</span>`
    case 'not-checked':
      return html`<span class="badge">${icon('question')}Not checked</span>`
  }
}

export type RequirementState = 'done' | 'todo' | 'unknown'

/** What a project needs before it can be worked on. */
interface Judged {
  readonly workflow: RequirementState
  readonly secret: RequirementState
  readonly settings: RequirementState
}

/** `hasWorked`: a run of the project has reached its end with a model. */
export function judgeProject(check: ProjectCheck | null, hasWorked: boolean): Judged {
  const secret = hasWorked ? 'done' : 'unknown'
  if (check === null || check.refused !== null) return { workflow: 'unknown', secret, settings: 'unknown' }
  return {
    workflow: hasWorkflow(check) ? 'done' : 'todo',
    secret,
    settings: check.settings.mistakes.length === 0 ? 'done' : 'todo',
  }
}

/** `ready`: workflow and settings were checked, and nothing is missing. */
export function readiness(check: ProjectCheck | null): 'ready' | 'not-ready' | 'not-checked' {
  if (check === null) return 'not-checked'
  const { workflow, settings } = judgeProject(check, false)
  return workflow === 'done' && settings === 'done' && check.organisation === null ? 'ready' : 'not-ready'
}

/** Its own, or that of the runner repository of its account. */
const hasWorkflow = ({ workflow }: ProjectCheck): boolean => ['ok', 'elsewhere'].includes(workflow.kind)
