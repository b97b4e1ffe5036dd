import { z } from 'zod'
import type { ReasonCode } from '../../../contract/reasons.ts'
import { GithubRefused, GithubUnavailable } from '../errors.ts'
import type { Sent, Written } from '../feedback-content.ts'
import { classifyError, classifyWrite } from './classify-error.ts'
import type { Octokit } from './create-probot.ts'
import { type ParsedError, parseError } from './parse-error.ts'

/** One request: the client, the route as in GitHub's REST description, and the parameters. */
export interface RestRequest {
  readonly as: () => Promise<Octokit>
  readonly route: string
  readonly params?: Record<string, unknown>
  /** Reason for a refusal that matches no rule. */
  readonly otherwise?: ReasonCode
}

export type RestResponse = { readonly status: number; readonly data: unknown }

export interface RequestGithub {
  /** The response or the failure, both unclassified. Only for callers that classify failures themselves. */
  raw(
    question: RestRequest,
  ): Promise<{ kind: 'answered'; answer: RestResponse } | { kind: 'failed'; failure: ParsedError }>
  /** Rejects with GithubUnavailable or GithubRefused. */
  one<T>(schema: z.ZodType<T>, question: RestRequest): Promise<T>
  /** As `one`, with `null` if GitHub responds with one of the statuses in `absent`. */
  oneOrNull<T>(schema: z.ZodType<T>, question: RestRequest, absent?: readonly number[]): Promise<T | null>
  /** Creates or updates what is only shown to people. Rejects with GithubUnavailable. */
  write(question: RestRequest): Promise<Written>
  /** As `write`, if the response names nothing that was created. */
  send(question: RestRequest): Promise<Sent>
  /** All pages of a list, or those up to the first page for which `isLast` is true. */
  all<T>(schema: z.ZodType<T>, question: RestRequest, isLast?: (page: readonly T[]) => boolean): Promise<T[]>
}

const Identified = z.object({ id: z.int() })

export function createRequestGithub({ now }: { readonly now: () => number }): RequestGithub {
  const raw: RequestGithub['raw'] = async ({ as, route, params }) => {
    try {
      const octokit = await as()
      const { status, data } = await octokit.request(route, params)
      return { kind: 'answered', answer: { status, data } }
    } catch (error) {
      return { kind: 'failed', failure: failureOf(error) }
    }
  }

  async function oneOrNull<T>(
    schema: z.ZodType<T>,
    question: RestRequest,
    absent: readonly number[] = [404],
  ) {
    const told = await raw(question)
    if (told.kind === 'answered') return read(schema, told.answer.data, question, now())
    const { failure } = told
    const error = classifyError(failure, now(), question.otherwise)
    // A rate limit and a suspended installation share their status with refusals, and say nothing about the requested object.
    const isAnswer =
      error instanceof GithubRefused ? error.reason.code !== 'app-suspended' : failure.byApp && !error.isLimit
    if (isAnswer && !failure.onToken && absent.includes(failure.status ?? 0)) return null
    throw error
  }

  return {
    raw,
    oneOrNull,
    async one(schema, question) {
      const told = await raw(question)
      if (told.kind === 'answered') return read(schema, told.answer.data, question, now())
      throw classifyError(told.failure, now(), question.otherwise)
    },
    async write(question) {
      const told = await raw(question)
      if (told.kind === 'failed') return classifyWrite(told.failure, now())
      return { kind: 'written', id: read(Identified, told.answer.data, question, now()).id }
    },
    async send(question) {
      const told = await raw(question)
      return told.kind === 'failed' ? classifyWrite(told.failure, now()) : { kind: 'sent' }
    },
    async all(schema, question, isLast = () => false) {
      const { as, route, params } = question
      const items: z.infer<typeof schema>[] = []
      try {
        const octokit = await as()
        for await (const { data } of octokit.paginate.iterator(route, { per_page: 100, ...params })) {
          const page = z
            .array(z.unknown())
            .parse(data)
            .map((item) => read(schema, item, question, now()))
          items.push(...page)
          if (isLast(page)) break
        }
      } catch (error) {
        if (error instanceof GithubUnavailable) throw error
        const failure = parseError(error)
        // Octokit throws its own error for a page that is not a list.
        if (failure === null) throw notAsDescribed(route, 'a page of the list', now(), error)
        throw classifyError(failure, now(), question.otherwise)
      }
      return items
    },
  }
}

function failureOf(error: unknown): ParsedError {
  const failure = parseError(error)
  if (failure === null) throw error
  return failure
}

/** A proxy's page or a truncated body counts as an outage, whatever its status. */
function read<T>(schema: z.ZodType<T>, data: unknown, { route }: RestRequest, at: number): T {
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed.data
  const where = parsed.error.issues[0]?.path.join('.') || 'the whole body'
  throw notAsDescribed(route, where, at, parsed.error)
}

const notAsDescribed = (route: string, where: string, at: number, cause: unknown): GithubUnavailable =>
  new GithubUnavailable(
    `the response of GitHub to ${route} does not match its description, in ${where}`,
    at + 15_000,
    {
      cause,
    },
  )
