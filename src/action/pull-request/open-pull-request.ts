import { setTimeout as sleep } from 'node:timers/promises'
import { type Reason, reason } from '../../contract/reasons.ts'
import { classifyError } from './classify-error.ts'
import { connectGithub } from './connect-github.ts'
import { asOneLine } from './sanitize/neutralize.ts'

interface OpenOptions {
  /** `https://api.github.com`, or GITHUB_API_URL of an Enterprise Server. */
  readonly apiUrl: string
  readonly token: string
  readonly owner: string
  readonly name: string
  readonly base: string
  readonly branch: string
  readonly title: string
  readonly body: string
  readonly draft: boolean
  readonly signal?: AbortSignal
  readonly pause?: (milliseconds: number) => Promise<unknown>
}

interface OpenedPullRequest {
  readonly number: number
  readonly url: string
  /** False: the branch already has an open pull request, which is not changed. */
  readonly created: boolean
  readonly body: string
}

export type Opening =
  | { readonly ok: true; readonly pullRequest: OpenedPullRequest }
  | { readonly ok: false; readonly reason: Reason }

const ATTEMPTS = 4
const TIMEOUT_MS = 10_000

/**
 * Opens the pull request, or finds the open one. A request whose response was lost may have worked, so every attempt looks
 * first. A retry never creates a second pull request.
 */
export async function openPullRequest(options: OpenOptions): Promise<Opening> {
  const api = connect(options)
  const pause = options.pause ?? sleep
  let draft = options.draft
  for (let attempt = 1; ; attempt += 1) {
    try {
      const existing = await api.find()
      return { ok: true, pullRequest: existing ?? (await api.create(draft)) }
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason
      const verdict = classifyError(error, { draft })
      if (verdict.kind === 'without-draft') draft = false
      else if (verdict.kind === 'refused' || attempt >= ATTEMPTS) {
        return { ok: false, reason: reason('pull-request-refused', asOneLine(verdict.detail)) }
      } else await pause(verdict.afterMs ?? 1000 * 2 ** (attempt - 1))
    }
  }
}

function connect({ apiUrl, token, owner, name, base, branch, title, body, signal }: OpenOptions) {
  const rest = connectGithub({ apiUrl, token })
  const repository = { owner, repo: name }
  const request = () => ({
    signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]),
  })
  return {
    async find(): Promise<OpenedPullRequest | null> {
      const head = `${owner}:${branch}`
      const { data } = await rest.pulls.list({ ...repository, state: 'open', head, base, request: request() })
      // GitHub ignores an invalid `head` and then lists every open pull request.
      const found = data.find((pull) => pull.head.ref === branch && pull.base.ref === base)
      if (found === undefined) return null
      return { number: found.number, url: found.html_url, created: false, body: found.body ?? '' }
    },
    async create(draft: boolean): Promise<OpenedPullRequest> {
      const { data } = await rest.pulls.create({
        ...repository,
        base,
        head: branch,
        title,
        body,
        draft,
        request: request(),
      })
      return { number: data.number, url: data.html_url, created: true, body }
    },
  }
}
