import { done, refused, type ToolResult } from '../workspace/files/tool-result.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** Another repository, of which the agent can only look at files. */
export type Readable = Pick<Workspace, 'list' | 'search' | 'read'>

/** No path in the work tree begins with a slash, so no change can reach these. */
const ROOT = '/context'

/** Where the agent finds a repository that is called `owner/name`. */
export const contextPath = (repository: string): string => `${ROOT}/${repository}`

interface Place {
  readonly repository: string
  readonly readable: Readable
  /** Relative to the root of that repository. */
  readonly path: string
}

/** The workspace with further repositories to list, search and read. They have no other tools. */
export function withContext(workspace: Workspace, context: ReadonlyMap<string, Readable>): Workspace {
  if (context.size === 0) return workspace
  const names = [...context.keys()]

  /** `null`: the path is in the work tree. */
  function find(path: string): Place | ToolResult | null {
    if (path !== ROOT && !path.startsWith(`${ROOT}/`)) return null
    const [, , owner = '', name = '', ...rest] = path.split('/')
    const wanted = `${owner}/${name}`.toLowerCase()
    const repository = names.find((one) => one.toLowerCase() === wanted)
    const readable = repository === undefined ? undefined : context.get(repository)
    if (repository === undefined || readable === undefined)
      return refused(`${path} is in none of the other repositories: ${names.map(contextPath).join(', ')}`)
    return { repository, readable, path: rest.join('/') }
  }

  async function look(
    path: string,
    inWorkTree: () => Promise<ToolResult>,
    there: (place: Place) => Promise<ToolResult>,
  ): Promise<ToolResult> {
    const found = find(path)
    if (found === null) return inWorkTree()
    if ('ok' in found) return found
    const { text, ...result } = await there(found)
    return { ...result, text: `In ${contextPath(found.repository)}:\n${text}` }
  }

  return {
    ...workspace,
    list: (request) =>
      request.path === ROOT
        ? Promise.resolve(done(names.map(contextPath).join('\n')))
        : look(
            request.path ?? '',
            () => workspace.list(request),
            ({ readable, path }) => readable.list({ ...request, path }),
          ),
    search: (request) =>
      look(
        request.path ?? '',
        () => workspace.search(request),
        ({ readable, path }) => readable.search({ ...request, path }),
      ),
    read: (request) =>
      look(
        request.path,
        () => workspace.read(request),
        ({ readable, path }) => readable.read({ ...request, path }),
      ),
  }
}
