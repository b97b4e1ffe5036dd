import { ApiError } from '../rest/api-error.ts'
import type { Pull } from '../state/repository.ts'

/** The pull requests that match the query; by default the open ones, newest first. */
export const selectPulls = (pulls: readonly Pull[], owner: string, query: URLSearchParams): Pull[] => {
  const state = query.get('state') ?? 'open'
  const head = headBranch(owner, query.get('head'))
  const base = query.get('base')
  const sort = query.get('sort') ?? 'created'
  if (sort !== 'created' && sort !== 'updated')
    throw new ApiError(501, `the sandbox GitHub does not sort pull requests by ${sort}`)
  const ascending = (query.get('direction') ?? (query.has('sort') ? 'asc' : 'desc')) === 'asc'
  const when = (pull: Pull) => (sort === 'created' ? pull.createdAt : pull.updatedAt).getTime()
  return pulls
    .filter((pull) => state === 'all' || pull.state === state)
    .filter((pull) => head === null || pull.head === head)
    .filter((pull) => base === null || pull.base === base)
    .toSorted((a, b) => (when(a) - when(b) || a.number - b.number) * (ascending ? 1 : -1))
}

/** `owner:branch`. GitHub ignores a head without an owner and lists all pull requests. */
const headBranch = (repositoryOwner: string, head: string | null): string | null => {
  const [, owner, branch] = /^([^:]+):(.+)$/.exec(head ?? '') ?? []
  if (owner === undefined || branch === undefined) return null
  return owner.toLowerCase() === repositoryOwner.toLowerCase() ? branch : ''
}
