import type { ProjectCheck } from '../../../onboarding/check-project.ts'
import type { Project } from '../../../projects/project.ts'
import { number, when } from '../frame/formats.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { PageContent } from '../frame/layout.ts'
import { linkTo, type View } from '../frame/view.ts'
import { readiness } from './judge-project.ts'
import { PROJECTS_WORDS } from './projects-words.ts'

export interface ShownProject {
  readonly project: Project
  /** The last one. */
  readonly check: ProjectCheck | null
  /** It has completed a job. Only known if there was no check. */
  readonly hasWorked: boolean
  /** An operator has paused the project or its account. */
  readonly isPaused: boolean
}

export interface ProjectsData {
  readonly shown: readonly ShownProject[]
  readonly total: number
  readonly search: string
  readonly installUrl: string | null
}

export function projectsPage(view: View, data: ProjectsData): PageContent {
  const words = view.say(PROJECTS_WORDS)
  return {
    title: words.title,
    nav: 'projects',
    actions: html`${view.account?.isOwner ? html`<a class="button" href="${linkTo(view, '/runner-repository')}">${icon('server')}${words.runner}</a> ` : NOTHING}${data.installUrl === null ? NOTHING : html`<a class="button" href="${data.installUrl}">${icon('plus')}${words.install}</a>`}`,
    body: html`<p class="lead">${words.lead}</p>${list(view, data)}`,
  }
}

function list(view: View, { shown, total, search, installUrl }: ProjectsData): Html {
  const words = view.say(PROJECTS_WORDS)
  if (total === 0 && search === '')
    return html`<div class="blank">${icon('repo')}<h2>${words.none}</h2><p class="muted">${words.noneHint}</p>${installUrl === null ? NOTHING : html`<p><a class="button button-primary" href="${installUrl}">${words.install}</a></p>`}</div>`
  const rows = shown.map((one) => row(view, one))
  const more = total - shown.length
  return html`<form class="row search" method="get" action="/dashboard/projects" role="search">${view.account === null ? NOTHING : html`<input type="hidden" name="account" value="${view.account.login}">`}<input type="search" name="q" value="${search}" aria-label="${words.search}" placeholder="${words.search}"><button class="button">${icon('search')}${words.find}</button></form>
${shown.length === 0 ? html`<p class="muted">${words.noMatch}</p>` : html`<ul class="box box-list">${join(rows)}</ul>`}${more > 0 ? html`<p class="muted">${words.more(number(view, more))}</p>` : NOTHING}`
}

function row(view: View, shown: ShownProject): Html {
  const { project, check, hasWorked } = shown
  const words = view.say(PROJECTS_WORDS)
  const href = linkTo(view, `/projects/${project.id}`)
  const checked =
    check === null
      ? hasWorked
        ? words.hasWorked
        : words.neverChecked
      : html`${words.checked} ${when(view, check.checkedAt)}`
  return html`<li class="box-row"><span class="grow"><a class="strong" href="${href}">${project.owner}/${project.name}</a> <span class="badge">${icon(project.private ? 'lock' : 'globe')}${project.private ? words.private : words.public}</span><span class="block muted small">${checked}</span></span>${stateBadge(view, shown)}</li>`
}

export function stateBadge(view: View, { check, hasWorked, isPaused }: Omit<ShownProject, 'project'>): Html {
  const words = view.say(PROJECTS_WORDS)
  if (isPaused) return html`<span class="badge badge-attention">${icon('circle-slash')}${words.paused}</span>`
  switch (readiness(check, hasWorked)) {
    case 'ready':
      return html`<span class="badge badge-success">${icon('check-circle')}${words.ready}</span>`
    case 'not-ready':
      return html`<span class="badge badge-attention">${icon('alert')}${words.notReady}</span>`
    case 'not-checked':
      return html`<span class="badge">${icon('question')}${words.notChecked}</span>`
  }
}
