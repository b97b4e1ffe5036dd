import { z } from 'zod'
import { ProjectList } from '../../../contract/lists.ts'
import { listProjects } from '../../projects/list-projects.ts'
import type { Project } from '../../projects/project.ts'
import { type CallerDeps, covers } from '../auth/authenticate-caller.ts'
import type { Operation } from './openapi/operation.ts'
import { jsonResponse } from './request/json-response.ts'
import { CursorQuery, readCursor, readQuery, writeCursor } from './request/page-query.ts'
import { callerKey } from './request/request-caller.ts'

const Query = CursorQuery.extend({
  repository: z.string().max(300).optional().describe('Return only this repository, as `owner/name`.'),
})
const PAGE = 100

export const listAccountProjectsRoute = (deps: CallerDeps): Operation => ({
  id: 'listProjects',
  method: 'get',
  path: '/v2/projects',
  summary: 'List the projects that the API key covers',
  description:
    'Returns one project for each repository on which the GitHub App is installed, ordered by id. Continue with `cursor` while `nextCursor` is not null. If the account has thousands of projects, a page may hold few projects or none and not be the last.',
  parameters: z.object({}),
  query: Query,
  answers: {
    200: {
      description: 'A page of projects.',
      schema: ProjectList,
      example: {
        projects: [
          { id: 'prj_1a2b', repository: 'https://github.com/your-org/your-repo', defaultBranch: 'main' },
        ],
        nextCursor: null,
      },
    },
  },
  refusals: [400, 401, 403, 503],

  async answer(c) {
    const key = await callerKey(deps, c)
    const { repository, cursor } = readQuery(c.req.queries(), Query)
    const wanted = (project: Project): boolean => covers(key, project) && isNamed(project, repository)
    const page = { cursor: readCursor(cursor, /^prj_[0-9a-z]+$/), limit: PAGE }
    const { projects, nextCursor } = await listProjects(deps.store, key.accountId, wanted, page)
    const body: ProjectList = {
      projects: projects.map(({ id, url, defaultBranch }) => ({ id, repository: url, defaultBranch })),
      nextCursor: nextCursor === null ? null : writeCursor(nextCursor),
    }
    return jsonResponse(c, 200, JSON.stringify(body))
  },
})

/** GitHub's names are the same in any letter case. */
const isNamed = ({ owner, name }: Project, repository: string | undefined): boolean =>
  repository === undefined || `${owner}/${name}`.toLowerCase() === repository.toLowerCase()
