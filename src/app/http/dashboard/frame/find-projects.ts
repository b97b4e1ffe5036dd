import { shorten } from '../../../../sanitize/neutralize.ts'
import { loadProject, type Project, projectIdOf } from '../../../projects/project.ts'
import {
  type Access,
  includesRight,
  type RepositoryAccess,
  type Right,
  rightIn,
} from '../../../sessions/access.ts'
import type { Store } from '../../../store/store.ts'
import type { FieldLimit } from './form.ts'
import { number } from './formats.ts'
import { type Html, html, join, NOTHING } from './html.ts'
import type { View } from './view.ts'

/** A project that a person sees, as GitHub listed it. */
interface SeenProject {
  readonly id: string
  /** `owner/name`, in lower case. */
  readonly name: string
  readonly right: Right
}

interface Index {
  /** Ordered by name. */
  readonly list: readonly SeenProject[]
  readonly byId: ReadonlyMap<string, SeenProject>
  /** Ids, by `owner/name` and by the name alone. */
  readonly byName: ReadonlyMap<string, string>
}

/** Made once for each answer of GitHub: a person may have thousands of repositories. */
const indexes = new WeakMap<Access['repositories'], Map<number, Index>>()

function indexOf({ repositories, accounts }: Access, accountId: number): Index {
  const ofAccess = indexes.get(repositories) ?? new Map<number, Index>()
  indexes.set(repositories, ofAccess)
  const known = ofAccess.get(accountId)
  if (known !== undefined) return known
  const owner = accounts.find(({ id }) => id === accountId)?.login ?? ''
  const list = [...repositories]
    .filter(([, repository]) => repository.accountId === accountId)
    .map(([id, { name, right }]: [number, RepositoryAccess]): SeenProject => {
      return { id: projectIdOf(id), name: `${owner}/${name}`.toLowerCase(), right }
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
  const byName = new Map(
    list.flatMap(({ id, name }) => [name, name.slice(owner.length + 1)].map((one) => [one, id])),
  )
  const made = { list, byId: new Map(list.map((one) => [one.id, one])), byName }
  ofAccess.set(accountId, made)
  return made
}

export interface FoundProjects {
  /** Ordered by name. */
  readonly projects: readonly Project[]
  /** How many match, also those beyond the limit. */
  readonly total: number
}

/** The projects of an account that the person sees. Only those that are returned are read from the store. */
export async function findProjects(
  { store }: { readonly store: Store },
  access: Access,
  accountId: number,
  { search = '', wanted = 'read', limit }: { search?: string; wanted?: Right; limit: number },
): Promise<FoundProjects> {
  const text = search.trim().toLowerCase()
  const found = indexOf(access, accountId).list.filter(
    ({ id, name, right }) =>
      includesRight(right, wanted) && (text === '' || name.includes(text) || id.includes(text)),
  )
  const loaded = await Promise.all(found.slice(0, limit).map(({ id }) => loadProject(store, id)))
  const seen = loaded.flatMap((project) =>
    project === null || rightIn(access, project) === null ? [] : [project],
  )
  // GitHub may list a repository that the server does not know yet.
  return { projects: seen, total: found.length <= limit ? seen.length : found.length }
}

/** The right in a project of the account; `null`: none. */
export const rightInProject = (access: Access, accountId: number, projectId: string): Right | null =>
  indexOf(access, accountId).byId.get(projectId)?.right ?? null

/** Whether the person has this right in any project of the account. */
export const hasRightAnywhere = (access: Access, accountId: number, wanted: Right): boolean =>
  indexOf(access, accountId).list.some(({ right }) => includesRight(right, wanted))

/** The id of a project that a person has typed: its id, `owner/name` or the name; `null`: they see none of that name. */
export function projectNamed(access: Access, accountId: number, typed: string): string | null {
  const { byId, byName } = indexOf(access, accountId)
  const text = typed.trim().toLowerCase()
  return byId.has(text) ? text : (byName.get(text) ?? null)
}

/** Projects that a form may name. */
export const MOST_NAMED = 1_000
/** Of a field with one project: `owner/name` has at most 140 characters. */
export const PROJECT_FIELD: FieldLimit = { length: 200 }
/** Of a field with their names, one in a line, and of the boxes of their ids. */
export const NAMES_FIELD: FieldLimit = { length: 150_000 }
export const BOXES_FIELD: FieldLimit = { length: 30, times: MOST_NAMED }

/** The names that a person has typed, of which one more than permitted is enough. */
export const namesIn = (typed: string): string[] =>
  typed
    .split(/[\s,]+/)
    .filter((name) => name !== '')
    .slice(0, MOST_NAMED + 1)

/** The first names of those that a page says something about. */
export const someNames = (names: readonly string[]): string =>
  names
    .slice(0, 5)
    .map((name) => shorten(name, 140))
    .join(', ')

/** Projects that a row of a list names. */
const NAMED_IN_ROW = 3

/** The names of the first projects of each row. Others are not read: a row may have a thousand. */
export async function namesForRows(
  { store }: { readonly store: Store },
  rows: readonly (readonly string[] | null)[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(rows.flatMap((row) => row?.slice(0, NAMED_IN_ROW) ?? []))
  const found = await Promise.all([...ids].map((id) => loadProject(store, id)))
  return new Map(found.flatMap((project) => (project === null ? [] : [[project.id, project.name]])))
}

/** The projects of a row: the first ones by their names, and how many more there are. */
export function shownInRow(view: View, ids: readonly string[], names: ReadonlyMap<string, string>): string {
  const first = ids.slice(0, NAMED_IN_ROW).map((id) => names.get(id) ?? id)
  const more = ids.length - first.length
  return `${first.join(', ')}${more > 0 ? ` +${number(view, more)}` : ''}`
}

/** The ids of all projects of the account in which the person has this right. */
export const projectIdsWith = (access: Access, accountId: number, wanted: Right): string[] =>
  indexOf(access, accountId)
    .list.filter(({ right }) => includesRight(right, wanted))
    .map(({ id }) => id)

/** Maximum number of projects that a page offers for a choice. Further ones are typed. */
export const MOST_OFFERED = 100

interface ProjectChoice {
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
