import { whyNoBranchName } from '../../../../contract/branch-name.ts'
import { METADATA_LIMITS, type Mode, whyNoWorkingDirectory } from '../../../../contract/job.ts'
import type { CreateRequest } from '../../../jobs/create-job.ts'
import type { Project } from '../../../projects/project.ts'
import { type FoundProjects, PROJECT_FIELD, projectField } from '../frame/find-projects.ts'
import { type FormLimits, idempotency, PROMPT_FIELD, REPEATABLE } from '../frame/form.ts'
import { number } from '../frame/formats.ts'
import { type Html, html, icon, join, longText, NOTHING, withCode } from '../frame/html.ts'
import type { PageContent } from '../frame/layout.ts'
import { formTo, linkTo, type View } from '../frame/view.ts'
import {
  MODE_FIELD,
  modeField,
  modeIn,
  promptIn,
  WRONG_BRANCH,
  WRONG_MODEL,
  whatIsWrongWithPrompt,
} from '../job/request-work.ts'
import { readPairs } from './job-filter.ts'

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
    readonly workingDirectory: string | null
  } | null
  readonly fields: NewJobFields
  readonly problems: NewJobProblems
}

export function newJobPage(view: View, page: NewJobPage): PageContent {
  const body =
    page.found.total === 0
      ? html`<div class="blank">${icon('repo')}<h2>No project to start a job in</h2><p class="muted">A job needs a repository on which the GitHub App is installed, and in which you have write access.</p><p><a class="button" href="${linkTo(view, '/projects')}">Projects</a></p></div>`
      : html`<p class="lead">Describe the change. The agent works in GitHub Actions of the repository and opens a pull request.</p>${drawRefusal(view, page)}${drawProject(view, page)}${drawForm(view, page)}`
  return { title: 'New job', nav: 'jobs', body }
}

/** Above the form: why nothing was created. */
function drawRefusal(view: View, { problems: { refusal, fields } }: NewJobPage): Html {
  const wrong = Object.keys(fields).length
  const text =
    refusal ??
    (wrong > 1 ? `${number(view, wrong)} fields need a correction, so the job was not created.` : null)
  if (text === null) return NOTHING
  return html`<p class="flash flash-danger" role="alert">${icon('alert')}<span>${withCode(text)}</span></p>`
}

/** The project decides which branches and models are suggested. */
function drawProject(view: View, { found, project, typed }: NewJobPage): Html {
  if (found.total === 1) return NOTHING
  const control = projectField({ found, chosen: project ?? typed, none: '', isRequired: true })
  const wrong =
    project === null && typed !== ''
      ? html`<p class="field-error" id="project-error">${icon('alert')}You have no write access to a project with this name.</p>`
      : NOTHING
  const account =
    view.account === null ? NOTHING : html`<input type="hidden" name="account" value="${view.account.login}">`
  return html`<form class="field" method="get" action="/dashboard/jobs/new">${account}<label for="project">Project</label><div class="row">${control}<button class="button">Choose</button></div>${wrong}</form>`
}

function drawForm(view: View, page: NewJobPage): Html {
  const { project, found, choices, fields, problems } = page
  if (project === null || choices === null) return NOTHING
  const name =
    found.total > 1 ? NOTHING : html`<p>${icon('repo')} <strong>${project.owner}/${project.name}</strong></p>`
  const draft = (value: string, text: string): Html =>
    html`<option value="${value}"${fields.draft === value ? html` selected` : NOTHING}>${text}</option>`
  const isMoreOpen =
    fields.workingDirectory !== '' ||
    fields.metadata !== '' ||
    problems.fields.workingDirectory !== undefined ||
    problems.fields.metadata !== undefined
  return html`${name}<form method="post" action="${formTo(view, '/jobs')}">${idempotency()}<input type="hidden" name="project" value="${project.id}">
${field(page, 'prompt', 'Prompt', 'What to do, in your own words. Ctrl+Enter or ⌘+Enter starts the job.', (more) => html`<textarea id="prompt" name="prompt" rows="8" required maxlength="500000" data-submit${more}>${longText(fields.prompt)}</textarea>`)}
${modeField(fields.mode)}
<div class="job-filter-fields">
${field(page, 'ref', 'Branch', `The branch to start from and to open the pull request against. If empty: ${choices.base ?? 'the default branch'}.`, (more) => html`<input type="text" id="ref" name="ref" list="branches" value="${fields.ref}" maxlength="255" autocomplete="off" spellcheck="false"${more}><datalist id="branches">${options(choices.branches)}</datalist>`)}
${field(page, 'model', 'Model', `If empty: ${choices.model}.`, (more) => html`<input type="text" id="model" name="model" list="models" value="${fields.model}" maxlength="200" autocomplete="off" spellcheck="false"${more}><datalist id="models">${options(choices.models)}</datalist>`)}
<div class="field"><label for="draft">Pull request</label><select id="draft" name="draft">${draft('', 'Use the settings of the project')}${draft('true', 'Open as a draft')}${draft('false', 'Open as ready for review')}</select></div>
</div>
<details class="more"${isMoreOpen ? html` open` : NOTHING}><summary>More options</summary>
${field(page, 'workingDirectory', 'Working directory', `The folder in which the agent works, for example packages/web. If empty: ${choices.workingDirectory ?? 'the root of the repository'}.`, (more) => html`<input type="text" id="workingDirectory" name="workingDirectory" value="${fields.workingDirectory}" maxlength="500" autocomplete="off" spellcheck="false"${more}>`)}
${field(page, 'metadata', 'Metadata', 'For your own purposes, one name=value in each line. You can filter jobs by it; the agent does not read it.', (more) => html`<textarea class="mono small-area" id="metadata" name="metadata" rows="3" maxlength="10000" spellcheck="false"${more}>${fields.metadata}</textarea>`)}
</details>
<button class="button button-primary">${icon('rocket')}Start the job</button></form>`
}

const options = (values: readonly string[]): Html =>
  join(values.map((value) => html`<option value="${value}"></option>`))

function field(
  { problems }: NewJobPage,
  id: keyof NewJobProblems['fields'],
  label: string,
  hint: string,
  control: (more: Html) => Html,
): Html {
  const problem = problems.fields[id]
  const isFirst = problem !== undefined && Object.keys(problems.fields)[0] === id
  const more = html` aria-describedby="${id}-hint${problem === undefined ? '' : ` ${id}-error`}"${problem === undefined ? NOTHING : html` aria-invalid="true"`}${isFirst ? html` autofocus` : NOTHING}`
  const error =
    problem === undefined
      ? NOTHING
      : html`<p class="field-error" id="${id}-error" role="alert">${icon('alert')}${withCode(problem)}</p>`
  return html`<div class="field"><label for="${id}">${label}</label>${control(more)}${error}<p class="hint" id="${id}-hint">${hint}</p></div>`
}

/** The form for a new job, as it was typed. */
export interface NewJobFields {
  readonly project: string
  readonly prompt: string
  readonly mode: Mode | undefined
  readonly ref: string
  readonly model: string
  readonly draft: 'true' | 'false' | ''
  readonly workingDirectory: string
  readonly metadata: string
}

export const NO_FIELDS: NewJobFields = {
  project: '',
  prompt: '',
  mode: undefined,
  ref: '',
  model: '',
  draft: '',
  workingDirectory: '',
  metadata: '',
}

/** Why the form was not accepted. */
export interface NewJobProblems {
  /** All wrong fields, in the order of the form. */
  readonly fields: Readonly<
    Partial<Record<'prompt' | 'ref' | 'model' | 'workingDirectory' | 'metadata', string>>
  >
  /** Why the request was refused, whatever its fields say. */
  readonly refusal: string | null
}

export const NO_PROBLEMS: NewJobProblems = { fields: {}, refusal: null }

/** The fields of the form: 16 pairs of metadata, with their line ends. */
export const JOB_FORM: FormLimits = {
  ...REPEATABLE,
  project: PROJECT_FIELD,
  prompt: PROMPT_FIELD,
  mode: MODE_FIELD,
  ref: { length: 255 },
  model: { length: 200 },
  draft: { length: 20 },
  workingDirectory: { length: 500 },
  metadata: { length: 10_000 },
}

export function readFields(form: URLSearchParams): NewJobFields {
  const text = (name: string): string => (form.get(name) ?? '').trim()
  const draft = text('draft')
  return {
    project: text('project'),
    prompt: promptIn(form),
    mode: modeIn(form),
    ref: text('ref'),
    model: text('model'),
    draft: draft === 'true' || draft === 'false' ? draft : '',
    workingDirectory: text('workingDirectory'),
    metadata: text('metadata'),
  }
}

type Wanted = Pick<
  CreateRequest,
  'prompt' | 'mode' | 'ref' | 'model' | 'draft' | 'workingDirectory' | 'metadata'
>

type ReadNewJob =
  | { readonly kind: 'valid'; readonly wanted: Wanted }
  | { readonly kind: 'invalid'; readonly problems: NewJobProblems }

/** `isModel`: whether the action can call a model of this name. */
export function readNewJob(
  view: Pick<View, 'locale'>,
  { prompt, mode, ref, model, draft, workingDirectory, metadata }: NewJobFields,
  isModel: (name: string) => boolean,
): ReadNewJob {
  const wrongPrompt = whatIsWrongWithPrompt(view, prompt)
  const pairs = readPairs(metadata)
  const isFolder = workingDirectory === '' || whyNoWorkingDirectory(workingDirectory) === null
  const fields: NewJobProblems['fields'] = {
    ...(wrongPrompt !== null && { prompt: wrongPrompt }),
    ...(ref !== '' &&
      whyNoBranchName(ref) !== null && {
        ref: WRONG_BRANCH,
      }),
    ...(ref === '' &&
      mode === 'review' && {
        ref: 'Name the branch of the open pull request that is to be reviewed.',
      }),
    ...(model !== '' &&
      !isModel(model) && {
        model: WRONG_MODEL,
      }),
    ...(!isFolder && {
      workingDirectory:
        'This is not the path of a folder. Write it without a leading or trailing slash, without . and .., and without any of * ? ! \\.',
    }),
    ...(pairs === null && {
      metadata: `Write one name=value in each line, at most ${number(view, METADATA_LIMITS.pairs)}, and each name once. A name has up to ${number(view, METADATA_LIMITS.name)} letters, digits and _ . : / -; a value has up to ${number(view, METADATA_LIMITS.value)} characters.`,
    }),
  }
  if (pairs === null || Object.keys(fields).length > 0)
    return { kind: 'invalid', problems: { fields, refusal: null } }
  return {
    kind: 'valid',
    wanted: {
      prompt,
      mode,
      ref: ref === '' ? null : ref,
      model: model === '' ? null : model,
      draft: draft === '' ? null : draft === 'true',
      ...(workingDirectory !== '' && { workingDirectory }),
      metadata: pairs,
    },
  }
}
