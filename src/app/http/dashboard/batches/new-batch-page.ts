import {
  MAX_BATCH_JOBS,
  MAX_FILES_PER_JOB,
  MAX_SIMULTANEOUS_JOBS,
  NewBatch,
} from '../../../../contract/batch.ts'
import { whyNoBranchName } from '../../../../contract/branch-name.ts'
import {
  BOXES_FIELD,
  type FoundProjects,
  NAMES_FIELD,
  namesIn,
  PROJECT_FIELD,
  projectField,
  someNames,
} from '../frame/find-projects.ts'
import { type FormLimits, idempotency, PROMPT_FIELD, REPEATABLE } from '../frame/form.ts'
import { number } from '../frame/formats.ts'
import { type Html, html, icon, join, longText, NOTHING, withCode } from '../frame/html.ts'
import { flashBox, type PageContent } from '../frame/layout.ts'
import { formTo, linkTo, type View } from '../frame/view.ts'
import { promptIn, WRONG_BRANCH, WRONG_MODEL, whatIsWrongWithPrompt } from '../job/request-work.ts'

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
  const body =
    page.found.total === 0
      ? html`<div class="blank">${icon('repo')}<h2>No project to start a batch in</h2><p class="muted">A job needs a repository on which the GitHub App is installed, and in which you have write access.</p><p><a class="button" href="${linkTo(view, '/projects')}">Projects</a></p></div>`
      : html`<p class="lead">One prompt for many files or many projects. Each job opens a pull request that is small enough to review.</p>${drawRefusal(view, page)}${drawForm(view, page)}`
  return { title: 'New batch', nav: 'jobs', body }
}

function drawRefusal(view: View, { refusal, wrong }: NewBatchPage): Html {
  const text =
    refusal ??
    (wrong.size > 1
      ? `${number(view, wrong.size)} fields need a correction, so the batch was not created.`
      : null)
  return text === null ? NOTHING : html`<div role="alert">${flashBox({ tone: 'danger', text })}</div>`
}

function drawForm(view: View, page: NewBatchPage): Html {
  const { fields, wrong } = page
  const draft = (value: string, text: string): Html =>
    html`<option value="${value}"${fields.draft === value ? html` selected` : NOTHING}>${text}</option>`
  const isMoreOpen = fields.ref !== '' || fields.model !== '' || fields.draft !== '' || wrong.has('atOnce')
  return html`<form class="new-batch" method="post" action="${formTo(view, '/batches')}">${idempotency()}
${field(view, page, 'prompt', 'Prompt', 'What each job is to do.', (more) => html`<textarea id="prompt" name="prompt" rows="6" required maxlength="500000" data-submit${more}>${longText(fields.prompt)}</textarea>`)}
<fieldset><legend>What to divide</legend><div class="row choices">${kind(fields, 'files', 'The files of one project')}${kind(fields, 'projects', 'Several projects, one job in each')}</div></fieldset>
<div class="of-files">${drawProject(page)}
${field(view, page, 'each', 'Files', 'Globs as in .gitignore, one in each line, for example docs/**/*.mdx. A job may change only its own files.', (more) => html`<textarea class="mono small-area" id="each" name="each" rows="3" maxlength="25000" spellcheck="false"${more}>${fields.each}</textarea>`)}
${field(view, page, 'per', 'Files for each job', null, (more) => count('per', fields.per, more))}</div>
<div class="of-projects">${drawProjects(page)}</div>
<div class="job-filter-fields">
${field(view, page, 'first', 'Pilot', 'The batch creates this many jobs, then waits for you. If empty: it creates all jobs.', (more) => count('first', fields.first, more))}
${field(view, page, 'limitUsd', 'Limit in US dollars', 'What all jobs together may cost. If empty: only the limits of the projects apply.', (more) => html`<input type="text" inputmode="decimal" id="limitUsd" name="limitUsd" value="${fields.limitUsd}" maxlength="12" autocomplete="off"${more}>`)}
</div>
<details class="more"${isMoreOpen ? html` open` : NOTHING}><summary>More options</summary><div class="job-filter-fields">
${field(view, page, 'atOnce', 'Simultaneous jobs', null, (more) => count('atOnce', fields.atOnce, more))}
${field(view, page, 'ref', 'Branch', 'The branch to start from. If empty: the settings of each project decide.', (more) => html`<input type="text" id="ref" name="ref" value="${fields.ref}" maxlength="255" autocomplete="off" spellcheck="false"${more}>`)}
${field(view, page, 'model', 'Model', 'If empty: the settings of each project decide.', (more) => html`<input type="text" id="model" name="model" value="${fields.model}" maxlength="200" autocomplete="off" spellcheck="false"${more}>`)}
<div class="field"><label for="draft">Pull request</label><select id="draft" name="draft">${draft('', 'Use the settings of the project')}${draft('true', 'Open as a draft')}${draft('false', 'Open as ready for review')}</select></div>
</div></details>
<button class="button button-primary">${icon('stack')}Start the batch</button></form>`
}

const kind = (fields: NewBatchFields, value: string, text: string): Html =>
  html`<label class="choice"><input type="radio" name="kind" value="${value}"${fields.kind === value ? html` checked` : NOTHING}><span>${text}</span></label>`

const count = (name: string, value: string, more: Html): Html =>
  html`<input type="text" inputmode="numeric" id="${name}" name="${name}" value="${value}" maxlength="6" autocomplete="off"${more}>`

function drawProject({ found, fields, wrong, unknown }: NewBatchPage): Html {
  const [only] = found.projects
  const chosen = fields.project === '' && found.total === 1 && only !== undefined ? only : fields.project
  const control = projectField({ found, chosen, none: 'Choose a project', isRequired: false })
  const text =
    unknown.length > 0
      ? `You have no write access to a project with this name: ${someNames(unknown)}.`
      : 'Choose a project in which you have write access.'
  const problem = wrong.has('projectId') ? error('projectId', text) : NOTHING
  return html`<div class="field"><label for="project">Project</label>${control}${problem}</div>`
}

function drawProjects({ found, fields, wrong, unknown }: NewBatchPage): Html {
  const text =
    unknown.length > 0
      ? `You have no write access to a project with this name: ${someNames(unknown)}.`
      : 'Choose at least one project.'
  const problem = wrong.has('projectIds') ? error('projectIds', text) : NOTHING
  if (found.total > found.projects.length)
    return html`<div class="field"><label for="names">Names of projects</label><textarea class="mono small-area" id="names" name="names" rows="4" maxlength="${NAMES_FIELD.length}" spellcheck="false" aria-describedby="names-hint">${longText(fields.names)}</textarea>${problem}<p class="hint" id="names-hint">owner/name or project ID, one in each line.</p></div>`
  const boxes = found.projects.map(
    ({ id, owner, name }) =>
      html`<label class="choice"><input type="checkbox" name="projects" value="${id}"${fields.projects.includes(id) ? html` checked` : NOTHING}><span>${owner}/${name}</span></label>`,
  )
  return html`<fieldset><legend>Projects</legend><div class="choices-scroll" tabindex="0" role="group" aria-label="Projects">${join(boxes)}</div>${problem}</fieldset>`
}

const error = (id: string, text: string): Html =>
  html`<p class="field-error" id="${id}-error" role="alert">${icon('alert')}<span>${withCode(text)}</span></p>`

function problemOf(view: View, { fields }: NewBatchPage, id: BatchField): string {
  const whole = (most: number): string => `Write a whole number from 1 to ${number(view, most)}.`
  switch (id) {
    case 'prompt':
      return whatIsWrongWithPrompt(view, fields.prompt) ?? ''
    case 'projectId':
      return 'Choose a project in which you have write access.'
    case 'projectIds':
      return 'Choose at least one project.'
    case 'each':
      return 'Write 1 to 50 globs, one in each line, with at most 500 characters each.'
    case 'per':
      return whole(MAX_FILES_PER_JOB)
    case 'atOnce':
      return whole(MAX_SIMULTANEOUS_JOBS)
    case 'first':
      return whole(MAX_BATCH_JOBS)
    case 'limitUsd':
      return 'Write an amount of at least 0.25, for example 20 or 2.50, or leave it empty.'
    case 'ref':
      return WRONG_BRANCH
    case 'model':
      return WRONG_MODEL
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

/** The form for a new batch, as it was typed. */
interface NewBatchFields {
  readonly kind: 'files' | 'projects'
  readonly prompt: string
  /** The project whose files are divided: its id or name. */
  readonly project: string
  /** Globs, one in a line. */
  readonly each: string
  readonly per: string
  /** The chosen projects, by id. */
  readonly projects: readonly string[]
  /** Names of projects, one in a line, where they are too many for a list. */
  readonly names: string
  readonly first: string
  readonly limitUsd: string
  readonly atOnce: string
  readonly ref: string
  readonly model: string
  readonly draft: 'true' | 'false' | ''
}

/** With a pilot of two jobs, unless the person wants none. */
export const NO_FIELDS: NewBatchFields = {
  kind: 'files',
  prompt: '',
  project: '',
  each: '',
  per: '1',
  projects: [],
  names: '',
  first: '2',
  limitUsd: '',
  atOnce: '5',
  ref: '',
  model: '',
  draft: '',
}

/** The fields of the form. `each`: 50 globs of 500 characters, with their line ends. */
export const BATCH_FORM: FormLimits = {
  ...REPEATABLE,
  kind: { length: 20 },
  prompt: PROMPT_FIELD,
  project: PROJECT_FIELD,
  each: { length: 25_049 },
  per: { length: 12 },
  projects: BOXES_FIELD,
  names: NAMES_FIELD,
  first: { length: 12 },
  limitUsd: { length: 12 },
  atOnce: { length: 12 },
  ref: { length: 255 },
  model: { length: 200 },
  draft: { length: 20 },
}

export function readBatchFields(form: URLSearchParams): NewBatchFields {
  const text = (name: string): string => (form.get(name) ?? '').trim()
  const draft = text('draft')
  return {
    kind: text('kind') === 'projects' ? 'projects' : 'files',
    prompt: promptIn(form),
    project: text('project'),
    each: text('each'),
    per: text('per'),
    projects: form.getAll('projects'),
    names: text('names'),
    first: text('first'),
    limitUsd: text('limitUsd'),
    atOnce: text('atOnce'),
    ref: text('ref'),
    model: text('model'),
    draft: draft === 'true' || draft === 'false' ? draft : '',
  }
}

const FIELDS = ['prompt', 'each', 'per', 'projectIds', 'first', 'limitUsd', 'atOnce', 'ref', 'model'] as const
type BatchField = (typeof FIELDS)[number] | 'projectId'

type ReadNewBatch =
  | { readonly kind: 'valid'; readonly wanted: NewBatch }
  /** `unknown`: names of projects in which the person may not start jobs. */
  | { readonly kind: 'invalid'; readonly wrong: ReadonlySet<BatchField>; readonly unknown: readonly string[] }

/** The projects that a form names. `find`: the id of a project of this id or name; `null`: none for the person. */
export function projectsIn(
  fields: NewBatchFields,
  find: (typed: string) => string | null,
): { readonly ids: readonly string[]; readonly unknown: readonly string[] } {
  const typed = fields.kind === 'files' ? [fields.project] : [...fields.projects, ...namesIn(fields.names)]
  const found = typed.filter((name) => name !== '').map((name) => ({ name, id: find(name) }))
  return {
    ids: [...new Set(found.flatMap(({ id }) => id ?? []))],
    unknown: found.flatMap(({ name, id }) => (id === null ? [name] : [])),
  }
}

/** Pure. `isModel`: whether the action can call a model of this name. */
export function readNewBatch(
  fields: NewBatchFields,
  find: (typed: string) => string | null,
  isModel: (name: string) => boolean,
): ReadNewBatch {
  const { kind, prompt, each, per, first, limitUsd, atOnce, ref, model, draft } = fields
  const { ids, unknown } = projectsIn(fields, find)
  const globs = each
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const read = NewBatch.safeParse({
    prompt,
    ...(kind === 'files' ? { projectId: ids[0] ?? '', each: globs, per: Number(per) } : { projectIds: ids }),
    atOnce: Number(atOnce),
    ...(first !== '' && { first: Number(first) }),
    ...(limitUsd !== '' && { limitUsd: Number(limitUsd) }),
    ...(ref !== '' && { ref }),
    ...(model !== '' && { model }),
    ...(draft !== '' && { draft: draft === 'true' }),
  })
  const wrong = new Set<BatchField>(read.success ? [] : read.error.issues.flatMap(fieldOf))
  if (unknown.length > 0) wrong.add(kind === 'files' ? 'projectId' : 'projectIds')
  if (ref !== '' && whyNoBranchName(ref) !== null) wrong.add('ref')
  if (model !== '' && !isModel(model)) wrong.add('model')
  return read.success && wrong.size === 0
    ? { kind: 'valid', wanted: read.data }
    : { kind: 'invalid', wrong, unknown }
}

const fieldOf = ({ path: [name] }: { readonly path: readonly PropertyKey[] }): BatchField[] =>
  name === 'projectId' ? [name] : FIELDS.filter((known) => known === name)
