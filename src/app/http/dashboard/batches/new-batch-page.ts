import { MAX_BATCH_JOBS, MAX_FILES_PER_JOB, MAX_SIMULTANEOUS_JOBS } from '../../../../contract/batch.ts'
import { number } from '../frame/formats.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import { flashBox, type PageContent } from '../frame/layout.ts'
import { formTo, linkTo, type View } from '../frame/view.ts'
import { idempotency } from '../job/draw-overview.ts'
import { whatIsWrongWithPrompt } from '../job/read-prompt.ts'
import { JOBS_WORDS } from '../jobs/jobs-words.ts'
import { type FoundProjects, NAMES_FIELD, someNames } from '../lookup/find-projects.ts'
import { projectField } from '../lookup/project-field.ts'
import { NEW_BATCH_WORDS } from './new-batch-words.ts'
import type { BatchField, NewBatchFields } from './read-new-batch.ts'

export interface NewBatchPage {
  /** In which the person may start jobs. */
  readonly found: FoundProjects
  readonly fields: NewBatchFields
  readonly wrong: ReadonlySet<BatchField>
  /** Names of projects in which they may not. */
  readonly unknown: readonly string[]
  /** Why the request was refused, whatever its fields say. */
  readonly refusal: string | null
}

export function newBatchPage(view: View, page: NewBatchPage): PageContent {
  const words = view.say(NEW_BATCH_WORDS)
  const { noProjectsText, toProjects } = view.say(JOBS_WORDS)
  const body =
    page.found.total === 0
      ? html`<div class="blank">${icon('repo')}<h2>${words.noProjects}</h2><p class="muted">${noProjectsText}</p><p><a class="button" href="${linkTo(view, '/projects')}">${toProjects}</a></p></div>`
      : html`<p class="lead">${words.lead}</p>${drawRefusal(view, page)}${drawForm(view, page)}`
  return { title: words.title, nav: 'jobs', body }
}

function drawRefusal(view: View, { refusal, wrong }: NewBatchPage): Html {
  const text =
    refusal ?? (wrong.size > 1 ? view.say(NEW_BATCH_WORDS).wrongFields(number(view, wrong.size)) : null)
  return text === null ? NOTHING : html`<div role="alert">${flashBox({ tone: 'danger', text })}</div>`
}

function drawForm(view: View, page: NewBatchPage): Html {
  const words = view.say(NEW_BATCH_WORDS)
  const { draft: draftWord, draftDefault, draftYes, draftNo } = view.say(JOBS_WORDS)
  const { fields, wrong } = page
  const draft = (value: string, text: string): Html =>
    html`<option value="${value}"${fields.draft === value ? html` selected` : NOTHING}>${text}</option>`
  const isMoreOpen = fields.ref !== '' || fields.model !== '' || fields.draft !== '' || wrong.has('atOnce')
  return html`<form class="new-batch" method="post" action="${formTo(view, '/batches')}">${idempotency()}
${field(view, page, 'prompt', words.prompt, words.promptHint, (more) => html`<textarea id="prompt" name="prompt" rows="6" required maxlength="500000" data-submit${more}>${fields.prompt}</textarea>`)}
<fieldset><legend>${words.scope}</legend><div class="row choices">${kind(fields, 'files', words.ofFiles)}${kind(fields, 'projects', words.ofProjects)}</div></fieldset>
<div class="of-files">${drawProject(view, page)}
${field(view, page, 'each', words.each, words.eachHint, (more) => html`<textarea class="mono small-area" id="each" name="each" rows="3" maxlength="25000" spellcheck="false"${more}>${fields.each}</textarea>`)}
${field(view, page, 'per', words.per, null, (more) => count('per', fields.per, more))}</div>
<div class="of-projects">${drawProjects(view, page)}</div>
<div class="job-filter-fields">
${field(view, page, 'first', words.first, words.firstHint, (more) => count('first', fields.first, more))}
${field(view, page, 'limitUsd', words.limit, words.limitHint, (more) => html`<input type="text" inputmode="decimal" id="limitUsd" name="limitUsd" value="${fields.limitUsd}" maxlength="12" autocomplete="off"${more}>`)}
</div>
<details class="more"${isMoreOpen ? html` open` : NOTHING}><summary>${words.moreOptions}</summary><div class="job-filter-fields">
${field(view, page, 'atOnce', words.atOnce, null, (more) => count('atOnce', fields.atOnce, more))}
${field(view, page, 'ref', words.ref, words.refHint, (more) => html`<input type="text" id="ref" name="ref" value="${fields.ref}" maxlength="255" autocomplete="off" spellcheck="false"${more}>`)}
${field(view, page, 'model', words.model, words.modelHint, (more) => html`<input type="text" id="model" name="model" value="${fields.model}" maxlength="200" autocomplete="off" spellcheck="false"${more}>`)}
<div class="field"><label for="draft">${draftWord}</label><select id="draft" name="draft">${draft('', draftDefault)}${draft('true', draftYes)}${draft('false', draftNo)}</select></div>
</div></details>
<button class="button button-primary">${icon('stack')}${words.start}</button></form>`
}

const kind = (fields: NewBatchFields, value: string, text: string): Html =>
  html`<label class="choice"><input type="radio" name="kind" value="${value}"${fields.kind === value ? html` checked` : NOTHING}><span>${text}</span></label>`

const count = (name: string, value: string, more: Html): Html =>
  html`<input type="text" inputmode="numeric" id="${name}" name="${name}" value="${value}" maxlength="6" autocomplete="off"${more}>`

function drawProject(view: View, { found, fields, wrong, unknown }: NewBatchPage): Html {
  const words = view.say(NEW_BATCH_WORDS)
  const [only] = found.projects
  const chosen = fields.project === '' && found.total === 1 && only !== undefined ? only : fields.project
  const control = projectField(view, { found, chosen, none: words.chooseProject, isRequired: false })
  const text = unknown.length > 0 ? words.unknownProjects(someNames(unknown)) : words.wrongProject
  const problem = wrong.has('projectId') ? error('projectId', text) : NOTHING
  return html`<div class="field"><label for="project">${words.project}</label>${control}${problem}</div>`
}

function drawProjects(view: View, { found, fields, wrong, unknown }: NewBatchPage): Html {
  const words = view.say(NEW_BATCH_WORDS)
  const text = unknown.length > 0 ? words.unknownProjects(someNames(unknown)) : words.wrongProjects
  const problem = wrong.has('projectIds') ? error('projectIds', text) : NOTHING
  if (found.total > found.projects.length)
    return html`<div class="field"><label for="names">${words.projectNames}</label><textarea class="mono small-area" id="names" name="names" rows="4" maxlength="${NAMES_FIELD.length}" spellcheck="false" aria-describedby="names-hint">${fields.names}</textarea>${problem}<p class="hint" id="names-hint">${words.projectNamesHint}</p></div>`
  const boxes = found.projects.map(
    ({ id, owner, name }) =>
      html`<label class="choice"><input type="checkbox" name="projects" value="${id}"${fields.projects.includes(id) ? html` checked` : NOTHING}><span>${owner}/${name}</span></label>`,
  )
  return html`<fieldset><legend>${words.projects}</legend><div class="choices-scroll" tabindex="0" role="group" aria-label="${words.projects}">${join(boxes)}</div>${problem}</fieldset>`
}

const error = (id: string, text: string): Html =>
  html`<p class="field-error" id="${id}-error" role="alert">${icon('alert')}<span>${text}</span></p>`

function problemOf(view: View, { fields }: NewBatchPage, id: BatchField): string {
  const words = view.say(NEW_BATCH_WORDS)
  const { invalidBranch, invalidModel } = view.say(JOBS_WORDS)
  const whole = (most: number): string => words.wrongNumber(number(view, most))
  switch (id) {
    case 'prompt':
      return whatIsWrongWithPrompt(view, fields.prompt) ?? ''
    case 'projectId':
      return words.wrongProject
    case 'projectIds':
      return words.wrongProjects
    case 'each':
      return words.wrongEach
    case 'per':
      return whole(MAX_FILES_PER_JOB)
    case 'atOnce':
      return whole(MAX_SIMULTANEOUS_JOBS)
    case 'first':
      return whole(MAX_BATCH_JOBS)
    case 'limitUsd':
      return words.wrongLimit
    case 'ref':
      return invalidBranch
    case 'model':
      return invalidModel
  }
}

function field(
  view: View,
  page: NewBatchPage,
  id: BatchField,
  label: string,
  hint: string | null,
  control: (more: Html) => Html,
): Html {
  const isWrong = page.wrong.has(id)
  const described = [hint === null ? [] : `${id}-hint`, isWrong ? `${id}-error` : []].flat().join(' ')
  const more = html`${described === '' ? NOTHING : html` aria-describedby="${described}"`}${isWrong ? html` aria-invalid="true"` : NOTHING}${isWrong && [...page.wrong][0] === id ? html` autofocus` : NOTHING}`
  return html`<div class="field"><label for="${id}">${label}</label>${control(more)}${isWrong ? error(id, problemOf(view, page, id)) : NOTHING}${hint === null ? NOTHING : html`<p class="hint" id="${id}-hint">${hint}</p>`}</div>`
}
