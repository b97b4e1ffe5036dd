import type { Context } from 'hono'
import type { Project } from '../../../projects/project.ts'
import type { Projects } from '../../../projects/projects.ts'
import {
  type Access,
  type AccountAccess,
  includesRight,
  type Right,
  rightIn,
} from '../../../sessions/access.ts'
import type { People } from '../../../sessions/people.ts'
import type { Session } from '../../../sessions/sessions.ts'
import { HttpError } from '../../shared/http-error.ts'
import { type DashboardEnv, signedInView } from './view.ts'

export interface GuardDeps {
  readonly projects: Pick<Projects, 'load' | 'list'>
  readonly people: Pick<People, 'again' | 'access'>
}

/**
 * The project, if the person has this right in it. A project that they do not see is a 404, whether it exists or not; one
 * that they see without the right is a 403.
 */
export async function requireProject(
  deps: GuardDeps,
  c: Context<DashboardEnv>,
  id: string,
  wanted: Right,
): Promise<Project> {
  const { access } = signedInView(c).viewer
  const project = await deps.projects.load(id)
  const right = project === null ? null : rightIn(access, project)
  if (project === null || right === null) throw new HttpError(404, NO_PROJECT)
  if (!includesRight(right, wanted))
    throw new HttpError(403, `${NEEDS[wanted]} in ${project.owner}/${project.name}`)
  return project
}

const NO_PROJECT = 'there is no such project, or GitHub does not list you among its collaborators'

const NEEDS: Readonly<Record<Right, string>> = {
  read: 'this needs read access',
  write: 'this needs write access',
  admin: 'this needs the admin role',
}

/** The account that the page is about, as `view.account`; a 404 if the person has none. */
export function requireAccount(c: Context<DashboardEnv>): AccountAccess {
  const { account } = signedInView(c)
  if (account === null)
    throw new HttpError(404, 'the App is not installed on any account that GitHub shows you')
  return account
}

/**
 * Whether the person of a stream may still see the project. Streams ask again every few minutes, as they outlive the
 * answer that opened them.
 */
export async function maySee(deps: GuardDeps, session: Session, projectId: string): Promise<boolean> {
  const current = await deps.people.again(session)
  const project = await deps.projects.load(projectId)
  return current !== null && project !== null && rightIn(await deps.people.access(current), project) !== null
}

/** The projects of an account that the person sees, up to 2,000 of them, ordered by name. */
export async function visibleProjects(
  { projects }: GuardDeps,
  access: Access,
  accountId: number,
  wanted: Right = 'read',
): Promise<Project[]> {
  const found: Project[] = []
  const covers = (project: Project): boolean => {
    const right = rightIn(access, project)
    return right !== null && includesRight(right, wanted)
  }
  for (let cursor: string | null = null; found.length < MOST_PROJECTS; ) {
    const page = await projects.list(accountId, covers, { cursor, limit: 200 })
    found.push(...page.projects)
    cursor = page.nextCursor
    if (cursor === null) break
  }
  return found.toSorted((one, other) => one.name.localeCompare(other.name))
}

const MOST_PROJECTS = 2_000
