/**
 * A redirect, which nothing follows by itself: it would send the token and the request to where it points. GitHub answers so
 * for a former name of a repository, for an issue that was transferred, and for a file in another storage:
 * https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#follow-redirects
 */
export class Redirected extends Error {
  override readonly name = 'Redirected'
  readonly status: number
  /** An absolute address, which may be signed; `null`: none. */
  readonly location: string | null
  constructor(status: number, location: string | null) {
    super(`it has moved to another address (HTTP ${status}), which is not followed`)
    this.status = status
    this.location = location
  }
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** A repository that was renamed or moved, or an issue that was transferred. */
const MOVED = new Set([301, 307, 308])

/** `fetch` that rejects with Redirected. */
export const withoutRedirects =
  (fetching: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await fetching(input, { ...init, redirect: 'manual' })
    if (!REDIRECTS.has(response.status)) return response
    await response.body?.cancel()
    const from = input instanceof Request ? input.url : String(input)
    throw new Redirected(
      response.status,
      URL.parse(response.headers.get('location') ?? '', from)?.href ?? null,
    )
  }

/** The redirect behind an error of Octokit, which wraps what `fetch` rejects with. */
export const redirectOf = (error: unknown): Redirected | null => {
  if (error instanceof Redirected) return error
  return error instanceof Error && error.cause instanceof Redirected ? error.cause : null
}

export interface NamedRepository {
  readonly id: number
  readonly owner: string
  readonly name: string
}

/**
 * Sends a request about a repository, and if GitHub redirects it, once more under the present name of the repository with this
 * id. What is redirected under its present name is no longer in the repository, such as an issue that was transferred.
 * `readById`: `null` if GitHub shows no such repository.
 */
export async function atPresentName<T>(
  known: NamedRepository,
  readById: (id: number) => Promise<NamedRepository | null>,
  send: (at: Pick<NamedRepository, 'owner' | 'name'>) => Promise<T>,
): Promise<T> {
  try {
    return await send(known)
  } catch (error) {
    if (!MOVED.has(redirectOf(error)?.status ?? 0)) throw error
    const present = await readById(known.id)
    if (present?.id !== known.id || isSameName(present, known)) throw error
    return send(present)
  }
}

/** GitHub ignores the case of names. */
const isSameName = (one: NamedRepository, other: NamedRepository): boolean =>
  `${one.owner}/${one.name}`.toLowerCase() === `${other.owner}/${other.name}`.toLowerCase()
