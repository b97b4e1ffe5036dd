import type { Repository } from '../git/process/repository.ts'
import { classifyError, type ErrorVerdict } from './classify-error.ts'
import { connectGithub } from './connect-github.ts'
import { openRetries, type RetryDeps } from './open-retries.ts'

export interface GitDatabaseDeps extends RetryDeps {
  readonly apiUrl: string
  /** With `contents: write`. */
  readonly token: string
  readonly owner: string
  readonly name: string
  readonly repository: Repository
}

const TIMEOUT_MS = 30_000

type Verdict = Exclude<ErrorVerdict, { kind: 'rate-limit' }>
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly verdict: Verdict }

export type GitDatabase = ReturnType<typeof openGitDatabase>

/** GitHub's Git database API: https://docs.github.com/en/rest/git */
export function openGitDatabase(deps: GitDatabaseDeps) {
  const { git } = connectGithub(deps)
  const { owner, name, repository, signal, now } = deps
  return {
    git,
    repository,
    common: () => ({
      owner,
      repo: name,
      request: { signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]) },
    }),
    /** Retries a request that may be repeated without harm. */
    async request<T>(send: () => Promise<{ readonly data: T }>): Promise<Answer<T>> {
      const retries = openRetries(deps)
      for (;;) {
        try {
          return { ok: true, value: (await send()).data }
        } catch (error) {
          signal?.throwIfAborted()
          const verdict = classifyError(error, now())
          if (verdict.kind !== 'refused' && (await retries.wait(verdict))) continue
          return {
            ok: false,
            verdict: verdict.kind === 'rate-limit' ? { ...verdict, kind: 'transient' } : verdict,
          }
        }
      }
    },
  }
}
