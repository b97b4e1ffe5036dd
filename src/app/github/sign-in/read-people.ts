import { z } from 'zod'
import { atPresentName } from '../../../net/without-redirects.ts'
import { GithubUnavailable } from '../errors.ts'
import {
  type GithubPeople,
  type PersonInstallation,
  type PersonInstallations,
  type PersonRepositories,
  type PersonRight,
  TokenRefused,
} from '../people.ts'
import {
  classifyError,
  isMovedInGithub,
  limitedUntil,
  type ParsedError,
  parseError,
} from '../request/classify-error.ts'
import type { Octokits } from '../request/create-probot.ts'
import { readById } from '../request/request.ts'

const PAGE = 100
/** 10,000 repositories of one installation, which is more than a realistic account has. */
const MOST_PAGES = 100
/** Pages that are read simultaneously: GitHub limits a person to 100 simultaneous requests. */
const AT_ONCE = 5

const User = z.object({ id: z.int(), login: z.string(), name: z.string().nullish() })
const Installed = z.object({
  id: z.int(),
  html_url: z.url(),
  suspended_at: z.string().nullish(),
  account: z.object({ id: z.int(), login: z.string().optional(), type: z.string().optional() }).nullable(),
})
const InstallationsPage = z.object({ total_count: z.int(), installations: z.array(Installed) })
const Repository = z.object({
  id: z.int(),
  name: z.string(),
  permissions: z.object({ admin: z.boolean(), push: z.boolean(), pull: z.boolean() }).partial().optional(),
})
const RepositoriesPage = z.object({ total_count: z.int(), repositories: z.array(Repository) })
const Membership = z.object({ role: z.string(), state: z.string() })

interface Answer {
  readonly data: unknown
  readonly headers: Readonly<Record<string, string | number | undefined>>
}

/** GitHub's answers to a signed-in person: https://docs.github.com/en/rest/apps/installations */
export function readPeople(deps: {
  readonly octokits: Pick<Octokits, 'bearer'>
  readonly now: () => number
}): GithubPeople {
  const ask = (token: string, route: string, params: Record<string, unknown> = {}): Promise<Answer> =>
    deps.octokits.bearer(token).request(route, params)

  /** Pages after the first are read together. */
  async function pages<T extends { total_count: number }>(
    token: string,
    route: string,
    schema: z.ZodType<T>,
    params: Record<string, unknown> = {},
  ): Promise<{ readonly pages: T[]; readonly headers: Answer['headers']; readonly isCut: boolean }> {
    const read = async (page: number) => {
      const answer = await ask(token, route, { ...params, per_page: PAGE, page })
      return { page: schema.parse(answer.data), headers: answer.headers }
    }
    const first = await read(1)
    const count = Math.ceil(first.page.total_count / PAGE)
    const numbers = Array.from({ length: Math.min(count, MOST_PAGES) - 1 }, (_, at) => at + 2)
    const rest: T[] = []
    for (let at = 0; at < numbers.length; at += AT_ONCE) {
      const together = await Promise.all(numbers.slice(at, at + AT_ONCE).map(read))
      rest.push(...together.map(({ page }) => page))
    }
    return { pages: [first.page, ...rest], headers: first.headers, isCut: count > MOST_PAGES }
  }

  return {
    readPerson: (token) =>
      classified(deps, async () => {
        const { id, login, name } = User.parse((await ask(token, 'GET /user')).data)
        return { id, login, name: name ?? null }
      }),

    listInstallations: (token) =>
      classified(deps, async (): Promise<PersonInstallations> => {
        const read = await pages(token, 'GET /user/installations', InstallationsPage)
        return {
          installations: read.pages.flatMap(({ installations }) => installations.flatMap(toInstallation)),
          hiddenOrganizationIds: hiddenIn(read.headers),
        }
      }),

    listRepositories: (token, installationId) =>
      classified(deps, async (): Promise<PersonRepositories> => {
        const route = 'GET /user/installations/{installation_id}/repositories'
        try {
          const read = await pages(token, route, RepositoriesPage, { installation_id: installationId })
          return {
            kind: 'listed',
            isCut: read.isCut,
            repositories: read.pages.flatMap(({ repositories }) =>
              repositories.flatMap(({ id, name, permissions = {} }) => {
                const right = rightOf(permissions)
                return right === null ? [] : [{ id, name, right }]
              }),
            ),
          }
        } catch (error) {
          const failure = parseError(error)
          if (failure === null || limitedUntil(failure, deps.now()) !== null) throw error
          const singleSignOn = failure.headers['x-github-sso']
          if (singleSignOn !== undefined)
            return { kind: 'single-sign-on', url: /url=(\S+)/.exec(singleSignOn)?.[1] ?? null }
          // Uninstalled, suspended or no longer shared with the person since the installations were listed.
          if (failure.status === 403 || failure.status === 404)
            return { kind: 'listed', repositories: [], isCut: false }
          throw error
        }
      }),

    readRight: (token, { id, owner, name }) =>
      classified(deps, async () => {
        try {
          const { data } = await atPresentName(
            { id, owner, name },
            (known) => readById(deps.octokits.bearer(token), known),
            (at) => ask(token, 'GET /repos/{owner}/{repo}', { owner: at.owner, repo: at.name }),
          )
          const found = Repository.parse(data)
          return found.id === id ? rightOf(found.permissions ?? {}) : null
        } catch (error) {
          const failure = parseError(error)
          if (failure === null || limitedUntil(failure, deps.now()) !== null) throw error
          // 403: the organisation requires single sign-on first, for example. 451: GitHub has blocked the repository.
          if (isMovedInGithub(failure) || [403, 404, 451].includes(failure.status ?? 0)) return null
          throw error
        }
      }),

    isOwner: (token, organization) =>
      classified(deps, async () => {
        try {
          const { data } = await ask(token, 'GET /user/memberships/orgs/{org}', { org: organization })
          const { role, state } = Membership.parse(data)
          return role === 'admin' && state === 'active'
        } catch (error) {
          const failure = parseError(error)
          if (failure === null || limitedUntil(failure, deps.now()) !== null) throw error
          // 404: no member. 403: the installation has not granted `members`, so nobody is known as an owner.
          if (failure.status === 403 || failure.status === 404) return false
          throw error
        }
      }),
  }
}

function rightOf({
  admin,
  push,
  pull,
}: {
  admin?: boolean | undefined
  push?: boolean | undefined
  pull?: boolean | undefined
}): PersonRight | null {
  if (admin) return 'admin'
  if (push) return 'write'
  return pull ? 'read' : null
}

function toInstallation({
  id,
  account,
  suspended_at,
  html_url: url,
}: z.infer<typeof Installed>): PersonInstallation[] {
  if (account?.login === undefined) return []
  const type = account.type === 'User' ? 'User' : 'Organization'
  const isSuspended = suspended_at != null
  return [{ id, account: { id: account.id, login: account.login, type }, isSuspended, url }]
}

/** `partial-results; organizations=21955855,20582480` */
const hiddenIn = (headers: Answer['headers']): number[] =>
  [...(/organizations=([\d,]+)/.exec(String(headers['x-github-sso'] ?? ''))?.[1] ?? '').split(',')]
    .filter((id) => id !== '')
    .map(Number)

/** Rejects with TokenRefused, GithubUnavailable or GithubRefused. */
async function classified<T>({ now }: { readonly now: () => number }, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof z.ZodError)
      throw new GithubUnavailable('an answer of GitHub to a person is not as described', now() + 15_000, {
        cause: error,
      })
    const failure: ParsedError | null = parseError(error)
    if (failure === null) throw error
    if (failure.status === 401)
      throw new TokenRefused('GitHub no longer accepts the token of the person', { cause: error })
    throw classifyError(failure, now())
  }
}
