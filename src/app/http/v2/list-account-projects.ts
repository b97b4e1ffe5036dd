import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { ProjectList } from '../../../contract/list-responses.ts'
import { covers, type KeyRecord } from '../../keys/key-record.ts'
import { listProjects, repositoryOf } from '../../projects/list-projects.ts'
import type { Project } from '../../projects/project.ts'
import type { Store } from '../../store/store.ts'
import type { CallerAccess } from '../auth/caller-access.ts'
import { HttpError, quoted } from '../shared/http-error.ts'
import { jsonResponse } from '../shared/json-response.ts'
import { API_KEY, describeRefusals, describeResponse } from './operation/describe-response.ts'
import type { Operation } from './operation/operation.ts'
import { CursorQuery, readCursor, readQuery, writeCursor } from './operation/page-query.ts'

export const ProjectListQuery = CursorQuery.extend({
  repository: z
    .string()
    .max(300, { error: 'must have at most 300 characters' })
    .optional()
    .describe('Return only this repository, as `owner/name` or its URL on GitHub.'),
})
const PAGE = 100

export const listAccountProjectsRoute = ({
  access,
  store,
  serverUrl,
}: {
  readonly access: CallerAccess
  readonly store: Store
  /** Address of GitHub's web pages. */
  readonly serverUrl: string
}): Operation => ({
  route: createRoute({
    operationId: 'listProjects',
    method: 'get',
    path: '/v2/projects',
    summary: 'List the projects that the API key covers',
    description:
      'Returns one project for each repository on which the GitHub App is installed, ordered by id. Continue with `cursor` while `nextCursor` is not null. If the account has thousands of projects, a page may hold few projects or none and not be the last.',
    tags: ['Projects'],
    security: API_KEY,
    request: { params: z.object({}), query: ProjectListQuery },
    responses: {
      200: describeResponse({
        description: 'A page of projects.',
        schema: ProjectList,
        example: {
          projects: [
            { id: 'prj_1a2b', repository: 'https://github.com/your-org/your-repo', defaultBranch: 'main' },
          ],
          nextCursor: null,
        },
      }),
      ...describeRefusals([400, 401, 403, 503]),
    },
  }),

  async handle(c) {
    const key = await access.authenticate(c.env.incoming)
    const body = await projectListOf({ store, serverUrl }, key, readQuery(c, ProjectListQuery))
    return jsonResponse(c, 200, JSON.stringify(body))
  },
})

/** A page of the projects that the key covers. */
export async function projectListOf(
  { store, serverUrl }: { readonly store: Store; readonly serverUrl: string },
  key: KeyRecord,
  { repository, cursor }: z.infer<typeof ProjectListQuery>,
): Promise<ProjectList> {
  const name = repository === undefined ? null : repositoryName(repository, serverUrl)
  const wanted = (project: Project): boolean => covers(key, project) && isNamed(project, name)
  const page = { cursor: readCursor(cursor, /^prj_[0-9a-z]+$/), limit: PAGE }
  const { projects: found, nextCursor } = await listProjects(store, key.accountId, wanted, page)
  return {
    projects: found.map(({ id, url, defaultBranch }) => ({ id, repository: url, defaultBranch })),
    nextCursor: nextCursor === null ? null : writeCursor(nextCursor),
  }
}

/** GitHub compares names without their case. `null`: any project. */
const isNamed = (project: Project, name: string | null): boolean =>
  name === null || repositoryOf(project).toLowerCase() === name.toLowerCase()

/** `owner/name` of a repository that is named so, or by the address of its page or of its clone. */
function repositoryName(given: string, serverUrl: string): string {
  const address = `${serverUrl}/`
  const isUrl = given.toLowerCase().startsWith(address.toLowerCase())
  const name = isUrl
    ? given
        .slice(address.length)
        .replace(/\/$/, '')
        .replace(/\.git$/, '')
    : given
  if (OWNER_AND_NAME.test(name)) return name
  throw new HttpError(
    400,
    `\`repository\` ${quoted(given)} is not a repository: write it as owner/name or ${address}owner/name`,
  )
}

const OWNER_AND_NAME = /^[\w-]+\/(?!\.{1,2}$)[\w.-]+$/
