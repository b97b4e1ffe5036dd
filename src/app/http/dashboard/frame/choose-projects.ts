import {
  BOXES_FIELD,
  type FoundProjects,
  NAMES_FIELD,
  namesIn,
  projectNamed,
  someNames,
} from './find-projects.ts'
import type { FormLimits } from './form.ts'
import { number } from './formats.ts'
import { type KeyManager, mayManage } from './guard.ts'
import { type Html, html, icon, join, longText, NOTHING, withCode } from './html.ts'
import type { View } from './view.ts'

/** The part of a form that chooses which projects a new key or webhook covers, as it was sent. */
export interface ProjectsForm {
  readonly coverage: string
  readonly projects: readonly string[]
  /** Names of projects, one a line, where they are too many for a list. */
  readonly names: string
}

/** What is wrong with it. */
export type ProjectsErrors = Readonly<
  Partial<Record<'coverage' | 'noProject' | 'manyProjects' | 'project', true>>
> & {
  /** Names of projects that the person does not see. */
  readonly unknown?: readonly string[]
}

export const PROJECTS_FIELDS: FormLimits = {
  coverage: { length: 20 },
  project: BOXES_FIELD,
  projects: NAMES_FIELD,
}

export const noProjectsYet = ({ account }: KeyManager): ProjectsForm => ({
  coverage: account.isOwner ? 'all' : 'chosen',
  projects: [],
  names: '',
})

export const projectsFormOf = (fields: URLSearchParams): ProjectsForm => ({
  coverage: fields.get('coverage') ?? '',
  projects: fields.getAll('project'),
  names: fields.get('projects') ?? '',
})

const projectIn = ({ access, account }: KeyManager, name: string): string | null =>
  projectNamed(access, account.id, name)

/** The ids of the projects that a form names; none if it asks for all. */
export const projectsIn = (form: ProjectsForm, manager: KeyManager): string[] =>
  form.coverage === 'all'
    ? []
    : [...form.projects, ...namesIn(form.names).flatMap((name) => projectIn(manager, name) ?? [])]

interface ReadProjects {
  /** `null`: all projects of the account. */
  readonly projectIds: readonly string[] | null
  readonly errors: ProjectsErrors
}

/** The projects that a person asks for, of which there may be at most `most`, and what is wrong with them. */
export function readProjects(form: ProjectsForm, manager: KeyManager, most: number): ReadProjects {
  const unknown = namesIn(form.names).filter((name) => projectIn(manager, name) === null)
  const projectIds = form.coverage === 'all' ? null : [...new Set(projectsIn(form, manager))]
  const isCoverage = form.coverage === 'all' || form.coverage === 'chosen'
  const errors: ProjectsErrors = {
    ...(!isCoverage && { coverage: true as const }),
    ...(isCoverage && projectIds?.length === 0 && { noProject: true as const }),
    ...((projectIds?.length ?? 0) > most && { manyProjects: true as const }),
    ...(projectIds !== null && unknown.length > 0 && { unknown }),
    ...(isCoverage &&
      projectIds?.length !== 0 &&
      !mayManage(manager, projectIds) && { project: true as const }),
  }
  return { projectIds, errors }
}

interface ProjectsChoice {
  readonly manager: KeyManager
  /** The projects that the person administers. */
  readonly offered: FoundProjects
  readonly form: ProjectsForm
  readonly errors: ProjectsErrors
  readonly most: number
  /** What covers them, in the plural. */
  readonly noun: 'keys' | 'webhooks'
}

const checked = (is: boolean): Html => (is ? html` checked` : NOTHING)

const error = (text: string | false | undefined): Html =>
  text === undefined || text === false
    ? NOTHING
    : html`<p class="field-error">${icon('alert')}<span>${withCode(text)}</span></p>`

export function projectsChoice(view: View, choice: ProjectsChoice): Html {
  const { manager, offered, form, errors, most, noun } = choice
  const { login, isOwner } = manager.account
  const radio = (value: string, label: string): Html =>
    html`<label class="choice"><input type="radio" name="coverage" value="${value}"${checked(value === form.coverage)}><span>${label}</span></label>`
  const boxes = offered.projects.map(
    ({ id, name }) =>
      html`<label class="choice"><input type="checkbox" name="project" value="${id}"${checked(form.projects.includes(id))}><span>${name} <span class="muted small mono">${id}</span></span></label>`,
  )
  const coverage = isOwner
    ? html`${radio('all', `All projects of ${login}, also future ones`)}${radio('chosen', 'Only these projects')}`
    : html`<input type="hidden" name="coverage" value="chosen"><p class="hint before">Only owners of ${login} create ${noun} for all projects.</p>`
  const list =
    offered.total > offered.projects.length
      ? namesField(form)
      : html`<div class="choices-scroll" tabindex="0" role="group" aria-label="Choose projects">${boxes.length === 0 ? html`<p class="muted flush">No project yet</p>` : join(boxes)}</div>`
  return html`<fieldset><legend>Projects</legend>${coverage}${list}${error(errors.unknown && `You have no access to a project with this name: ${someNames(errors.unknown)}.`)}${error(errors.manyProjects && `Choose at most ${number(view, most)} projects.`)}${error(errors.coverage && 'Choose all projects, or only some.')}${error(errors.noProject && 'Choose at least one project.')}${error(errors.project && 'You no longer have the admin role in one of these projects. Choose again.')}</fieldset>`
}

/** Too many projects for a list of boxes. */
function namesField({ names }: ProjectsForm): Html {
  return html`<div class="field"><label for="projects">Names of the projects</label><textarea class="mono small-area" id="projects" name="projects" rows="4" maxlength="${NAMES_FIELD.length}" spellcheck="false" aria-describedby="projects-hint">${longText(names)}</textarea><p class="hint" id="projects-hint">One name or project ID per line, such as acme/docs.</p></div>`
}
