import { z } from 'zod'
import { type Reason, reason } from '../../contract/reasons.ts'
import { asOneLine } from '../../sanitize/neutralize.ts'
import { connectGithub, readAnswer } from '../github/connect-github.ts'
import { classifyError, type ErrorVerdict, openRetries, type RetryOptions } from '../github/retries.ts'

// Egress: sends what `pullRequestText` and the sections have cleaned.

export interface Access {
  /** `https://api.github.com`, or GITHUB_API_URL of an Enterprise Server. */
  readonly apiUrl: string
  readonly token: string
  readonly owner: string
  readonly name: string
  /** A rename after the push is followed by it; absent: it is not. */
  readonly repositoryId?: number
  readonly signal?: AbortSignal
}

interface OpenOptions extends Access, RetryOptions {
  /** Number of the pull request that the run continues; `null`: none. */
  readonly known: number | null
  readonly base: string
  readonly branch: string
  readonly title: string
  readonly body: string
  readonly draft: boolean
  /** Why it is a draft, above the body of one; `null`: nothing to say. */
  readonly draftNote: string | null
}

export interface OpenedPullRequest {
  readonly number: number
  readonly url: string
  /** False: the branch already has an open pull request, which is not changed. */
  readonly created: boolean
  readonly title: string
  readonly body: string
}

export type Opening =
  | { readonly ok: true; readonly pullRequest: OpenedPullRequest }
  | { readonly ok: false; readonly reason: Reason }

const Created = z.object({ number: z.int(), html_url: z.string() })
const Found = Created.extend({
  title: z.string(),
  body: z.string().nullish(),
  head: z.object({ ref: z.string() }),
  base: z.object({ ref: z.string() }),
})

const TIMEOUT_MS = 10_000

/**
 * Opens the pull request, or finds the open one. A request whose response was lost may have worked, so every attempt looks
 * first. A retry never creates a second pull request.
 */
export async function openPullRequest(options: OpenOptions): Promise<Opening> {
  const retries = openRetries(options)
  let { draft } = options
  for (;;) {
    try {
      return { ok: true, pullRequest: (await find(options)) ?? (await create(options, draft)) }
    } catch (error) {
      options.signal?.throwIfAborted()
      const verdict = classifyError(error, options.now())
      const remedy = verdict.kind === 'refused' ? findRemedy(verdict, draft) : verdict
      if (remedy === 'without-draft') draft = false
      else if (remedy === null || !(await retries.wait(remedy))) {
        return { ok: false, reason: reason('pull-request-refused', describeRefusal(verdict, options.base)) }
      }
    }
  }
}

/** What may help after a refusal of GitHub; `null`: nothing. Pure. */
function findRemedy(
  { status, detail }: Extract<ErrorVerdict, { kind: 'refused' }>,
  draft: boolean,
): 'without-draft' | Extract<ErrorVerdict, { kind: 'transient' }> | null {
  if (status !== 422) return null
  // Private repositories on a free plan have no drafts.
  if (draft && /draft/i.test(detail)) return 'without-draft'
  const isOpenedMeanwhile = /already exists/i.test(detail)
  // For a moment after the push, this part of GitHub may not know the new branch.
  const isBranchUnknown = /"field":"head","code":"invalid"|sha can't be blank/i.test(detail)
  return isOpenedMeanwhile || isBranchUnknown ? { kind: 'transient', detail } : null
}

/** GitHub names only the field. Pure. */
const describeRefusal = ({ detail }: ErrorVerdict, base: string): string =>
  /"field":"base","code":"invalid"/i.test(detail)
    ? `its base ${base} no longer exists, since it was renamed or deleted`
    : asOneLine(detail)

/** Replaces the body of a pull request, and its title if one is given. Rejects if GitHub refuses, or still fails after the retries. */
export async function updateText(
  options: Access & RetryOptions,
  { number, ...text }: Pick<OpenedPullRequest, 'number' | 'body'> & { readonly title?: string },
): Promise<void> {
  const { pulls, repository } = connect(options)
  const retries = openRetries(options)
  for (;;) {
    try {
      await pulls.update({ ...repository(), pull_number: number, ...text })
      return
    } catch (error) {
      options.signal?.throwIfAborted()
      const verdict = classifyError(error, options.now())
      if (verdict.kind === 'refused' || !(await retries.wait(verdict))) throw error
    }
  }
}

/** The base of a known one may have changed: by a person, or by GitHub after the branch that it targets was merged. */
async function find(options: OpenOptions): Promise<OpenedPullRequest | null> {
  const { known, base, branch, owner } = options
  const { pulls, repository } = connect(options)
  const listed = readAnswer(
    z.array(Found),
    await pulls.list({ ...repository(), state: 'open', head: `${owner}:${branch}` }),
  )
  // GitHub ignores an invalid `head` and then lists every open pull request.
  const open = listed.filter(({ head }) => head.ref === branch)
  const found = open.find(({ number }) => number === known) ?? open.find((pull) => pull.base.ref === base)
  if (found === undefined) return null
  return {
    number: found.number,
    url: found.html_url,
    created: false,
    title: found.title,
    body: found.body ?? '',
  }
}

async function create(options: OpenOptions, draft: boolean): Promise<OpenedPullRequest> {
  const { base, branch, title, draftNote } = options
  const body = draft && draftNote !== null ? `${draftNote}\n\n${options.body}` : options.body
  const { pulls, repository } = connect(options)
  const { number, html_url: url } = readAnswer(
    Created,
    await pulls.create({ ...repository(), base, head: branch, title, body, draft }),
  )
  return { number, url, created: true, title, body }
}

function connect({ apiUrl, token, owner, name, repositoryId, signal }: Access) {
  const { pulls } = connectGithub({ apiUrl, token, repositoryId })
  const repository = () => ({
    owner,
    repo: name,
    request: { signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]) },
  })
  return { pulls, repository }
}
