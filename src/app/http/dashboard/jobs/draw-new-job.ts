import type { Project } from '../../../projects/project.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { PageContent } from '../frame/layout.ts'
import { linkTo, type View } from '../frame/view.ts'
import { idempotency } from '../job/draw-overview.ts'
import type { FoundProjects } from '../lookup/find-projects.ts'
import { projectField } from '../lookup/project-field.ts'
import type { FormProblem } from './form-problem.ts'
import { JOBS_WORDS } from './jobs-words.ts'

export interface NewJobFields {
  readonly project: string
  readonly prompt: string
  readonly ref: string
  readonly model: string
  readonly draft: 'true' | 'false' | ''
}

export const NO_FIELDS: NewJobFields = { project: '', prompt: '', ref: '', model: '', draft: '' }

export interface NewJobPage {
  /** In which the person may start jobs. */
  readonly found: FoundProjects
  /** `null`: none is chosen yet. */
  readonly project: Project | null
  /** What the person typed to choose one. */
  readonly typed: string
  readonly choices: {
    readonly branches: readonly string[]
    readonly models: readonly string[]
    readonly model: string
    readonly base: string | null
  } | null
  readonly fields: NewJobFields
  readonly problem: FormProblem | null
}

export function newJobPage(view: View, page: NewJobPage): PageContent {
  const words = view.say(JOBS_WORDS)
  const { found, problem } = page
  const body =
    found.total === 0
      ? html`<div class="blank">${icon('repo')}<h2>${words.noProjects}</h2><p class="muted">${words.noProjectsText}</p><p><a class="button" href="${linkTo(view, '/projects')}">${words.toProjects}</a></p></div>`
      : html`<p class="lead">${words.newLead}</p>${problem === null || problem.field !== null ? NOTHING : html`<p class="flash flash-danger" role="alert">${icon('alert')}<span>${problem.text}</span></p>`}${drawProject(view, page)}${drawForm(view, page)}`
  return { title: words.newTitle, nav: 'jobs', body }
}

/** The project decides which branches and models are suggested. */
function drawProject(view: View, { found, project, typed }: NewJobPage): Html {
  if (found.total === 1) return NOTHING
  const words = view.say(JOBS_WORDS)
  const control = projectField(view, { found, chosen: project ?? typed, none: '', isRequired: true })
  const wrong =
    project === null && typed !== ''
      ? html`<p class="field-error" id="project-error">${icon('alert')}${words.noSuchProject}</p>`
      : NOTHING
  const account =
    view.account === null ? NOTHING : html`<input type="hidden" name="account" value="${view.account.login}">`
  return html`<form class="field" method="get" action="/dashboard/jobs/new">${account}<label for="project">${words.project}</label><div class="row">${control}<button class="button">${words.chooseProject}</button></div>${wrong}</form>`
}

function drawForm(view: View, page: NewJobPage): Html {
  const { project, found, choices, fields } = page
  if (project === null || choices === null) return NOTHING
  const words = view.say(JOBS_WORDS)
  const name =
    found.total > 1 ? NOTHING : html`<p>${icon('repo')} <strong>${project.owner}/${project.name}</strong></p>`
  const draft = (value: string, text: string): Html =>
    html`<option value="${value}"${fields.draft === value ? html` selected` : NOTHING}>${text}</option>`
  return html`${name}<form method="post" action="${linkTo(view, '/jobs')}">${idempotency()}<input type="hidden" name="project" value="${project.id}">
${field(page, 'prompt', words.prompt, words.promptHint, (more) => html`<textarea id="prompt" name="prompt" rows="8" required maxlength="500000" data-submit${more}>${fields.prompt}</textarea>`)}
<div class="job-filter-fields">
${field(page, 'ref', words.branch, words.branchHint(choices.base ?? words.defaultBranch), (more) => html`<input type="text" id="ref" name="ref" list="branches" value="${fields.ref}" maxlength="255" autocomplete="off" spellcheck="false"${more}><datalist id="branches">${options(choices.branches)}</datalist>`)}
${field(page, 'model', words.model, words.modelHint(choices.model), (more) => html`<input type="text" id="model" name="model" list="models" value="${fields.model}" maxlength="200" autocomplete="off" spellcheck="false"${more}><datalist id="models">${options(choices.models)}</datalist>`)}
<div class="field"><label for="draft">${words.draft}</label><select id="draft" name="draft">${draft('', words.draftDefault)}${draft('true', words.draftYes)}${draft('false', words.draftNo)}</select></div>
</div>
<button class="button button-primary">${icon('rocket')}${words.start}</button></form>`
}

const options = (values: readonly string[]): Html =>
  join(values.map((value) => html`<option value="${value}"></option>`))

function field(
  { problem }: NewJobPage,
  id: NonNullable<FormProblem['field']>,
  label: string,
  hint: string,
  control: (more: Html) => Html,
): Html {
  const isWrong = problem?.field === id
  const more = html` aria-describedby="${id}-hint${isWrong ? ` ${id}-error` : ''}"${isWrong ? html` aria-invalid="true" autofocus` : NOTHING}`
  const error = isWrong
    ? html`<p class="field-error" id="${id}-error" role="alert">${icon('alert')}${problem.text}</p>`
    : NOTHING
  return html`<div class="field"><label for="${id}">${label}</label>${control(more)}${error}<p class="hint" id="${id}-hint">${hint}</p></div>`
}
