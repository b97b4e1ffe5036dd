import { z } from 'zod'
import { API_VERSION_HEADER, type ApiVersion, SERVER_USER_AGENT } from '../../../contract/github.ts'
import { GithubUnavailable } from '../errors.ts'

interface Place {
  readonly owner: string
  readonly name: string
}

/** Reads the repository of an action. Methods throw GithubUnavailable or GithubRefused. */
export interface ActionReader {
  /** `null`: the reader cannot see a repository of that name. */
  seeRepository(place: Place): Promise<{ readonly isPrivate: boolean } | null>
  /** `action.yml` at a commit, tag or branch; `null`: none. */
  readActionFile(place: Place, ref: string): Promise<string | null>
  /** Whether a person or an organisation has that name. */
  hasAccount(login: string): Promise<boolean>
}

/** Finds the full SHA of a commit. `null`: there is no such tag or branch. */
export interface PublicReader extends ActionReader {
  readCommit(place: Place, ref: string): Promise<string | null>
}

const Repository = z.object({ private: z.boolean() })
const File = z.object({ content: z.string(), encoding: z.literal('base64') })
const Commit = z.object({ sha: z.string().regex(/^[0-9a-f]{40}$/) })

const TIMEOUT_MS = 10_000
/** A file that GitHub does not have, a repository without commits, and a ref that nothing has. */
const ABSENT = [404, 409, 422]

/** What GitHub shows to everybody: before there is an App, or where it is installed nowhere. GitHub allows 60 requests an hour. */
export function readPublicly({
  apiUrl,
  apiVersion,
}: {
  readonly apiUrl: string
  readonly apiVersion: ApiVersion
}): PublicReader {
  async function get<T>(schema: z.ZodType<T>, path: string): Promise<T | null> {
    try {
      const response = await fetch(`${apiUrl}${path}`, {
        // A repository that was renamed or transferred is another one.
        redirect: 'manual',
        headers: {
          accept: 'application/vnd.github+json',
          'user-agent': SERVER_USER_AGENT,
          [API_VERSION_HEADER]: apiVersion,
        },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const isMoved = response.status >= 300 && response.status < 400
      if (isMoved || ABSENT.includes(response.status)) return null
      if (response.status !== 200) throw new Error(`it responded with ${response.status}`)
      return schema.parse(await response.json())
    } catch (error) {
      throw new GithubUnavailable(causeOf(error), 0, { cause: error })
    }
  }
  const pathOf = ({ owner, name }: Place): string => `/repos/${owner}/${name}`
  return {
    async seeRepository(place) {
      const found = await get(Repository, pathOf(place))
      return found === null ? null : { isPrivate: found.private }
    },
    async readActionFile(place, ref) {
      const found = await get(File, `${pathOf(place)}/contents/action.yml?ref=${encodeURIComponent(ref)}`)
      return found === null ? null : Buffer.from(found.content, 'base64').toString('utf8')
    },
    hasAccount: async (login) => (await get(z.object({}), `/users/${login}`)) !== null,
    async readCommit(place, ref) {
      const found = await get(Commit, `${pathOf(place)}/commits/${encodeURIComponent(ref)}`)
      return found?.sha ?? null
    },
  }
}

/** `fetch` says "fetch failed"; its cause says why. */
function causeOf(error: unknown): string {
  if (error instanceof z.ZodError) return 'it sent something else than GitHub sends'
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
