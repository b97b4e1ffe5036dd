import type { Github, RepositoryRef } from '../github/github.ts'
import type { Person } from './trigger-request.ts'

export interface CheckSenderDeps {
  readonly github: Pick<Github, 'permissionOf'>
  readonly now: () => number
}

export type SenderCheck =
  | { readonly kind: 'writer' }
  | { readonly kind: 'stranger' }
  /** Too many people were asked about: ask again at this time (epoch ms). */
  | { readonly kind: 'later'; readonly at: number }

export type CheckSender = (
  repository: RepositoryRef,
  person: Person,
  isMember: boolean,
) => Promise<SenderCheck>

/** GitHub reports `maintain` as write, and `triage` as read. */
const MAY_WRITE: ReadonlySet<string> = new Set(['admin', 'write'])

/** How long a refusal is reused. A right is never reused, because it may have been removed: GitHub is asked each time. */
const REFUSED_MS = 60_000
const MAX_REFUSED = 10_000
/** Questions about people who are no members, for a repository in a minute. Members do not wait behind strangers. */
const MAX_OTHERS = 10
const MINUTE_MS = 60_000

/**
 * Whether a person may write to the repository now. The id decides, not the login, which may be somebody else's by now.
 * However many strangers comment, GitHub is asked at most ten times a minute about them.
 */
export function createCheckSender({ github, now }: CheckSenderDeps): CheckSender {
  const refused = new Map<string, number>()
  const asked = new Map<number, number[]>()

  /** `null`: GitHub may be asked now. */
  function waitFor(repository: number): number | null {
    const recent = (asked.get(repository) ?? []).filter((at) => at > now() - MINUTE_MS)
    const [first] = recent
    if (first !== undefined && recent.length >= MAX_OTHERS) return first + MINUTE_MS
    asked.set(repository, [...recent, now()])
    return null
  }

  function remember(key: string): void {
    if (refused.size >= MAX_REFUSED) refused.clear()
    refused.set(key, now() + REFUSED_MS)
  }

  return async (repository, { id, login }, isMember) => {
    const key = `${repository.id}/${id}`
    if ((refused.get(key) ?? 0) > now()) return { kind: 'stranger' }
    const at = isMember ? null : waitFor(repository.id)
    if (at !== null) return { kind: 'later', at }
    const found = await github.permissionOf(repository, login)
    if (found?.userId === id && MAY_WRITE.has(found.permission)) return { kind: 'writer' }
    remember(key)
    return { kind: 'stranger' }
  }
}
