import type { Project } from '../../../projects/project.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import type { FoundProjects } from './find-projects.ts'

/** Maximum number of projects that a page offers for a choice. Further ones are typed. */
export const MOST_OFFERED = 100

export interface ProjectChoice {
  readonly found: FoundProjects
  /** The chosen one, or what was typed instead; `null`: none. */
  readonly chosen: Project | string | null
  /** The first entry of a list, which chooses none. */
  readonly none: string
  readonly isRequired: boolean
}

/** The control `project` of a form: a list of all projects, or a text field if there are too many for one. */
export function projectField({ found, chosen, none, isRequired }: ProjectChoice): Html {
  const { projects, total } = found
  const required = isRequired ? html` required` : NOTHING
  const chosenId = typeof chosen === 'string' ? chosen : (chosen?.id ?? '')
  if (total <= projects.length) {
    const options = projects.map(
      ({ id, owner, name }) =>
        html`<option value="${id}"${id === chosenId ? html` selected` : NOTHING}>${owner}/${name}</option>`,
    )
    return html`<select id="project" name="project"${required}><option value="">${none}</option>${join(options)}</select>`
  }
  const value = typeof chosen === 'string' ? chosen : chosen === null ? '' : `${chosen.owner}/${chosen.name}`
  const names = projects.map(({ owner, name }) => html`<option value="${owner}/${name}"></option>`)
  return html`<input type="text" id="project" name="project" list="projects" value="${value}" placeholder="owner/name or project ID" maxlength="200" autocomplete="off" spellcheck="false"${required}><datalist id="projects">${join(names)}</datalist>`
}
