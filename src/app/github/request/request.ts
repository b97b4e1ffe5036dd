import { z } from 'zod'
import type { ReasonCode } from '../../../contract/reasons.ts'
import { AnswerTooLarge, GraphqlError, isPartial } from '../../../conversation/conversation.ts'
import { atPresentName, type NamedRepository } from '../../../net/without-redirects.ts'
import { GithubRefused, GithubUnavailable, type Sent, type Written } from '../errors.ts'
import type { GithubPauses } from '../rate-limit-pauses.ts'
import type { RepositoryRef } from '../repository.ts'
import {
  type Asked,
  classifyError,
  classifyWrite,
  isAboutApp,
  isMovedInGithub,
  limitedUntil,
  type ParsedError,
  parseError,
} from './classify-error.ts'
import { type Octokit, type Octokits, TOO_LARGE } from './create-probot.ts'

/** Who makes a request. */
export type Requester =
  /** The App itself, with its JWT. Octokit knows for which routes; `app-jwt` is for others. */
  | { readonly kind: 'app' | 'app-jwt' }
  | { readonly kind: 'installation'; readonly installationId: number }
  /** `null`: without authentication. */
  | { readonly kind: 'token'; readonly token: string | null }

/** One request: who makes it, the route as in GitHub's REST description, and the parameters. */
export interface RestRequest {
  readonly as: Requester
  /** The installation whose pauses apply, by default the one that makes the request. `null`: none. */
  readonly pausedWith?: number | null
  readonly route: string
  readonly params?: Record<string, unknown>
  /** The id of the repository that the route names, so that the request also finds a renamed repository. */
  readonly repository?: NamedRepository
  /** Reason for a refusal that matches no rule. */
  readonly otherwise?: ReasonCode
}

export type RestResponse = { readonly status: number; readonly data: unknown }

/** What the requests of a program share. */
export interface GithubAccess {
  readonly octokits: Octokits
  readonly now: () => number
  /** Absent in programs that run once: they have no database to keep pauses in. */
  readonly pauses?: GithubPauses
}

/** What the functions in `rest` call GitHub with. */
export interface GithubClient {
  readonly ask: RequestGithub
}

/**
 * A request about a repository, made as its installation. Fills in `{owner}` and `{repo}` of the route. Without the id, only
 * the repository that has the name now is meant.
 */
export function about(
  { installationId, owner, name, id }: Omit<RepositoryRef, 'id'> & { readonly id?: number },
  route: string,
  params: Record<string, unknown> = {},
): RestRequest {
  return {
    as: { kind: 'installation', installationId },
    route,
    params: { owner, repo: name, ...params },
    ...(id !== undefined && { repository: { id, owner, name } }),
  }
}

export interface RequestGithub {
  /** The next request of the installation uses a new token, because GitHub has refused the cached one. */
  forgetToken(installationId: number): void
  /** The response or the failure, both unclassified. Only for callers that classify failures themselves. */
  raw(question: RestRequest): Promise<Told<RestResponse>>
  /** Rejects with GithubUnavailable or GithubRefused. */
  one<T>(schema: z.ZodType<T>, question: RestRequest): Promise<T>
  /** As `one`, with `null` if GitHub responds with one of the statuses in `absent`, or redirects to another repository. */
  oneOrNull<T>(schema: z.ZodType<T>, question: RestRequest, absent?: readonly number[]): Promise<T | null>
  /**
   * A file that GitHub keeps in a storage, such as a log: it redirects to a signed address, which is asked without a token. The
   * only redirect that is followed. `null`: the file has expired, or there is none.
   */
  stored(question: RestRequest): Promise<ReadableStream<Uint8Array> | null>
  /** Creates or updates what is only shown to people. Rejects with GithubUnavailable. */
  write(question: RestRequest): Promise<Written>
  /** As `write`, if the response names nothing that was created. */
  send(question: RestRequest): Promise<Sent>
  /**
   * What GitHub's GraphQL API returns, as an installation. Where GitHub returns only a part, because the token may not read the
   * rest, this returns the part. Rejects with GithubUnavailable, GithubRefused or AnswerTooLarge.
   */
  graphql(
    installationId: number,
    query: string,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<unknown>
  /** All pages of a list, or those after which `isEnough` is true of the items so far. Pages of long texts are smaller. */
  all<T>(
    schema: z.ZodType<T>,
    question: RestRequest,
    isEnough?: (items: readonly T[]) => boolean,
  ): Promise<T[]>
}

const Stream = z.instanceof(ReadableStream<Uint8Array>)
const ABSENT_FILE = [404, 410]
const STORAGE_TIMEOUT_MS = 10_000

async function fetchStored(signed: string, at: number): Promise<ReadableStream<Uint8Array> | null> {
  const signal = AbortSignal.timeout(STORAGE_TIMEOUT_MS)
  // The address is not named in an error: it is signed.
  const response = await fetch(signed, { redirect: 'manual', signal }).catch((cause: unknown) => {
    throw new GithubUnavailable('the storage of GitHub cannot be reached', at + 15_000, { cause })
  })
  if (response.ok) return response.body
  await response.body?.cancel()
  if (ABSENT_FILE.includes(response.status)) return null
  throw new GithubUnavailable(`the storage of GitHub responded with ${response.status}`, at + 15_000)
}

const Identified = z.object({ id: z.int() })

/** A token is valid for an hour. */
const RENEWED_MS = 50 * 60_000

type Told<T> =
  | { readonly kind: 'answered'; readonly answer: T }
  | { readonly kind: 'failed'; readonly failure: ParsedError }

/**
 * The only code that sends requests of installations. One rate limit response pauses all requests of its installation, because
 * GitHub blocks clients that continue. A limit of what is only shown to people pauses that alone; if GitHub limits everything, the
 * next request of a job meets the limit itself.
 * https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#handle-rate-limit-errors-appropriately
 * Requests of the App itself have separate rate limits and continue: its identity, and tokens for runners. So does the
 * revocation of a token, which is urgent and rare.
 */
export function createRequestGithub({ octokits, now, pauses }: GithubAccess): RequestGithub {
  /** Tokens that replace those in the cache of Octokit; `null`: to be requested. */
  const renewed = new Map<number, { readonly token: Promise<string>; readonly until: number } | null>()
  const forgetToken = (installationId: number) => void renewed.set(installationId, null)

  async function octokitOfInstallation(id: number): Promise<Octokit> {
    let kept = renewed.get(id)
    if (kept === undefined) return octokits.installation(id)
    if (kept === null || kept.until < now()) {
      kept = { token: requestToken(id), until: now() + RENEWED_MS }
      renewed.set(id, kept)
    }
    try {
      return octokits.bearer(await kept.token)
    } catch (error) {
      forgetToken(id)
      throw error
    }
  }

  /** Octokit would request it from api.github.com, whatever the address of GitHub is. */
  async function requestToken(id: number): Promise<string> {
    const route = 'POST /app/installations/{installation_id}/access_tokens'
    const { data } = await (await octokits.app()).request(route, { installation_id: id })
    return data.token
  }

  /** If GitHub redirects the request, it is repeated once, under the present name of the repository. */
  async function send<T>(
    { as, params, repository, ...question }: RestRequest,
    request: (octokit: Octokit, params: Record<string, unknown> | undefined) => Promise<T>,
    limits: keyof GithubPauses = 'requests',
  ): Promise<Told<T>> {
    const ownPauses = as.kind === 'installation' ? as.installationId : null
    const pausedWith = question.pausedWith === undefined ? ownPauses : question.pausedWith
    await expectNoPause(pausedWith, limits)
    try {
      const octokit = await octokitOf(as)
      const answer =
        repository === undefined
          ? await request(octokit, params)
          : await atPresentName(
              repository,
              (id) => readById(octokit, id),
              ({ owner, name }) => request(octokit, { ...params, owner, repo: name }),
            )
      return { kind: 'answered', answer }
    } catch (error) {
      const failure = parseError(error, askedBy(as, question.route))
      if (failure === null) throw error
      if (failure.status === 401 && as.kind === 'installation') forgetToken(as.installationId)
      const until = limitedUntil(failure, now())
      if (until === null || pausedWith === null || pauses === undefined) return { kind: 'failed', failure }
      return {
        kind: 'failed',
        failure: { ...failure, pausedUntil: await pauses[limits].begin(pausedWith, until) },
      }
    }
  }

  async function expectNoPause(installationId: number | null, limits: keyof GithubPauses): Promise<void> {
    if (installationId === null || pauses === undefined) return
    let until = await pauses.requests.until(installationId)
    if (until === null && limits !== 'requests') until = await pauses[limits].until(installationId)
    if (until !== null)
      throw new GithubUnavailable(`GitHub limits installation ${installationId} of the app`, until, {
        isLimit: true,
      })
  }

  async function octokitOf(as: Requester): Promise<Octokit> {
    switch (as.kind) {
      case 'app':
        return octokits.app()
      case 'app-jwt':
        return octokits.bearer(await octokits.jwt())
      case 'installation':
        return octokitOfInstallation(as.installationId)
      case 'token':
        return octokits.bearer(as.token)
    }
  }

  const sendOnce = (question: RestRequest, limits?: 'content'): Promise<Told<RestResponse>> =>
    send(question, (octokit, params) => octokit.request(question.route, params), limits)
  const raw: RequestGithub['raw'] = (question) => sendOnce(question)

  async function oneOrNull<T>(
    schema: z.ZodType<T>,
    question: RestRequest,
    absent: readonly number[] = [404],
  ) {
    const told = await raw(question)
    if (told.kind === 'answered') return readAs(schema, told.answer.data, question, now())
    return nullIfAbsent(told.failure, question, absent)
  }

  function nullIfAbsent(failure: ParsedError, question: RestRequest, absent: readonly number[]): null {
    const error = classifyError(failure, now(), question.otherwise)
    // A rate limit and an App that is kept out share their status with refusals, and say nothing about the requested object.
    const isAnswer =
      error instanceof GithubRefused
        ? !KEPT_OUT.has(error.reason.code)
        : isAboutApp(failure) && !error.isLimit
    const isAbsent = isMovedInGithub(failure) || absent.includes(failure.status ?? 0)
    if (isAnswer && !failure.onToken && isAbsent) return null
    throw error
  }

  return {
    forgetToken,
    raw,
    oneOrNull,
    async one(schema, question) {
      const told = await raw(question)
      if (told.kind === 'answered') return readAs(schema, told.answer.data, question, now())
      throw classifyError(told.failure, now(), question.otherwise)
    },
    async stored(question) {
      const params = { ...question.params, request: { parseSuccessResponseBody: false } }
      const told = await raw({ ...question, params })
      if (told.kind === 'answered') return readAs(Stream, told.answer.data, question, now())
      const { status, redirect } = told.failure
      return status === 302 && redirect !== null && redirect.location !== null
        ? fetchStored(redirect.location, now())
        : nullIfAbsent(told.failure, question, ABSENT_FILE)
    },
    async write(question) {
      const told = await sendOnce(question, 'content')
      if (told.kind === 'failed') return classifyWrite(told.failure, now())
      return { kind: 'written', id: readAs(Identified, told.answer.data, question, now()).id }
    },
    async send(question) {
      const told = await sendOnce(question, 'content')
      return told.kind === 'failed' ? classifyWrite(told.failure, now()) : { kind: 'sent' }
    },
    async graphql(installationId, query, variables) {
      const question: RestRequest = {
        as: { kind: 'installation', installationId },
        route: 'POST /graphql',
        params: variables,
      }
      const ask = (octokit: Octokit, params?: Record<string, unknown>) =>
        askGraphql(octokit, query, { ...params, request: { fetch: octokits.fetchBounded } })
      const told = await send(question, ask, 'graphql')
      if (told.kind === 'failed' && isTooLarge(told.failure)) throw new AnswerTooLarge()
      if (told.kind === 'failed') throw classifyError(told.failure, now())
      const { data, errors } = told.answer
      if (data == null) throw notAsDescribed('POST /graphql', errors, now(), told.answer)
      return data
    },
    async all(schema, question, isEnough = () => false) {
      for (const perPage of PAGE_SIZES) {
        const items: z.infer<typeof schema>[] = []
        const told = await send(question, async (octokit, params) => {
          for await (const page of pagesOf(octokit, question, { ...params, per_page: perPage })) {
            items.push(...page.map((item) => readAs(schema, item, question, now())))
            if (isEnough(items)) break
          }
        })
        if (told.kind === 'answered') return items
        if (!isTooLarge(told.failure)) throw classifyError(told.failure, now(), question.otherwise)
      }
      throw notAsDescribed(question.route, 'a page of the list, which is too large', now(), null)
    },
  }

  async function* pagesOf(
    octokit: Octokit,
    { route }: RestRequest,
    params: Record<string, unknown>,
  ): AsyncGenerator<unknown[]> {
    const [method, url] = route.split(' ')
    // The iterator takes no options for the requests of further pages, except those of the function that makes them.
    const defaults = { method, url, request: { fetch: octokits.fetchBounded } }
    const request = octokit.request.defaults(defaults) as typeof octokit.request
    try {
      // Octokit's types take the parameters for a route.
      for await (const { data } of octokit.paginate.iterator(request, params as never))
        yield z.array(z.unknown()).parse(data)
    } catch (error) {
      if (parseError(error) !== null) throw error
      // Octokit throws its own error for a page that is not a list.
      throw notAsDescribed(route, 'a page of the list', now(), error)
    }
  }
}

/** Of a list. The next one is tried if a page of texts is too large. */
const PAGE_SIZES = [100, 20, 4]

const isTooLarge = ({ status, message }: ParsedError): boolean => status === 413 && message === TOO_LARGE

const GraphqlFailure = z.object({
  name: z.literal('GraphqlResponseError'),
  errors: z.array(GraphqlError),
  data: z.unknown(),
  headers: z.record(z.string(), z.unknown()),
})

/**
 * Octokit throws GitHub's errors, which have the status 200, without the status. A rate limit and a refusal become
 * those of the REST API, which have the status 403.
 */
async function askGraphql(
  octokit: Octokit,
  query: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<{
  readonly data: unknown
  readonly errors: string
  readonly cause?: unknown
}> {
  try {
    return { data: await octokit.graphql(query, variables), errors: 'the whole body' }
  } catch (error) {
    const { data: failure } = GraphqlFailure.safeParse(error)
    if (failure === undefined) {
      // Octokit throws one of these for an answer of another shape.
      if (!(error instanceof Error) || !['TypeError', 'GraphqlResponseError'].includes(error.name))
        throw error
      return { data: null, errors: 'the whole body', cause: error }
    }
    const { errors, data, headers } = failure
    const message = errors
      .map((one) => one.message)
      .join('; ')
      .slice(0, 300)
    if (isPartial(errors)) return { data, errors: message }
    if (errors.some(({ type }) => type === 'RATE_LIMITED' || type === 'FORBIDDEN'))
      throw Object.assign(new Error(message, { cause: error }), {
        status: 403,
        response: { headers, data: { message } },
      })
    return { data: null, errors: message }
  }
}

const KEPT_OUT: ReadonlySet<ReasonCode> = new Set(['app-suspended', 'ip-not-allowed', 'sso-required'])

const askedBy = (as: Requester, route: string): Asked => {
  const [, first] = /^[A-Z]+ \/([a-z]+)/.exec(route) ?? []
  const about = first === 'repos' || first === 'repositories' ? 'repository' : null
  return {
    byApp: as.kind === 'app' || as.kind === 'app-jwt',
    about: first === 'installation' ? 'installation' : about,
  }
}

const Present = z
  .object({ id: z.int(), name: z.string(), owner: z.object({ login: z.string() }) })
  .transform(({ id, name, owner }): NamedRepository => ({ id, name, owner: owner.login }))

/** The repository under its present name; `null`: GitHub shows none of this id. */
export async function readById(octokit: Octokit, id: number): Promise<NamedRepository | null> {
  try {
    const { data } = await octokit.request('GET /repositories/{repository_id}', { repository_id: id })
    return Present.safeParse(data).data ?? null
  } catch (error) {
    const status = parseError(error)?.status
    if (status === 404 || status === 451) return null
    throw error
  }
}

/** A proxy's page or a truncated body counts as an outage, whatever its status. */
function readAs<T>(schema: z.ZodType<T>, data: unknown, { route }: RestRequest, at: number): T {
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed.data
  const where = parsed.error.issues[0]?.path.join('.') || 'the whole body'
  throw notAsDescribed(route, where, at, parsed.error)
}

export const notAsDescribed = (route: string, where: string, at: number, cause: unknown): GithubUnavailable =>
  new GithubUnavailable(
    `the response of GitHub to ${route} does not match its description, in ${where}`,
    at + 15_000,
    {
      cause,
    },
  )
