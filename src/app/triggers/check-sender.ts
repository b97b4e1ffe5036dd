import { reason } from '../../contract/reasons.ts'
import { botOf, namesBot } from '../../mention/named-bots.ts'
import { mayWrite } from '../github/conversation.ts'
import { GithubRefused, GithubUnavailable } from '../github/errors.ts'
import type { Github } from '../github/github.ts'
import type { RepositoryRef } from '../github/repository.ts'
import type { TriggerSettings } from '../projects/parse-project-config.ts'
import type { Person } from './trigger-request.ts'

type SenderCheck =
  | { readonly kind: 'may-ask' }
  | { readonly kind: 'stranger' }
  /** Too many people were asked about: ask again at this time (epoch ms). */
  | { readonly kind: 'later'; readonly at: number }

export type CheckSender = (
  repository: RepositoryRef,
  person: Person,
  about: {
    readonly isMember: boolean
    /** Whom the settings name; `null`: the settings are not known. */
    readonly named: Named | null
  },
) => Promise<SenderCheck>

/** How long a refusal is reused. A right is never reused, because it may have been removed: GitHub is asked each time. */
const REFUSED_MS = 60_000
/**
 * Shorter for the first refusal, because somebody who has just been given access tries again. So a person causes two
 * requests a minute.
 */
const FIRST_REFUSED_MS = 5_000
const MAX_REFUSED = 10_000
/** Longer than GitHub's caches. */
const BELIEVED_AFTER_MS = 60_000
/** Questions about people who are no members, for a repository in a minute. Members do not wait behind strangers. */
const MAX_OTHERS = 10
const MINUTE_MS = 60_000

/**
 * Whether somebody may ask now, see `mayAsk`. However many strangers comment, GitHub is asked at most ten times a minute
 * about them.
 */
export function createCheckSender({
  github,
  now,
}: {
  readonly github: Pick<Github, 'permissionOf' | 'isTeamMember'>
  readonly now: () => number
}): CheckSender {
  const refused = new Map<string, { readonly at: number; readonly isFirst: boolean }>()
  const doubted = new Map<string, number>()
  const requests = new Map<number, number[]>()

  /** `null`: GitHub may be asked now. */
  function waitFor(repository: number): number | null {
    const recent = (requests.get(repository) ?? []).filter((at) => at > now() - MINUTE_MS)
    const [first] = recent
    if (first !== undefined && recent.length >= MAX_OTHERS) return first + MINUTE_MS
    requests.set(repository, [...recent, now()])
    return null
  }

  /** How long ago the person was refused, if that was within a minute. */
  function lastRefusal(key: string): { readonly ms: number; readonly isFirst: boolean } | null {
    const last = refused.get(key)
    if (last === undefined) return null
    const ms = now() - last.at
    return ms < REFUSED_MS ? { ms, isFirst: last.isFirst } : null
  }

  function remember(key: string, isFirst: boolean): void {
    if (refused.size >= MAX_REFUSED) refused.clear()
    refused.set(key, { at: now(), isFirst })
  }

  /** GitHub answers 404 for moments about members of a team. Whom it signs as a member is asked about again, once. */
  function doubtTeams(key: string): void {
    const at = doubted.get(key)
    if (at !== undefined && Math.abs(now() - at) >= BELIEVED_AFTER_MS) return void doubted.delete(key)
    if (doubted.size >= MAX_REFUSED) doubted.clear()
    doubted.set(key, at ?? now())
    throw new GithubUnavailable(
      'GitHub is asked again about the members of a team',
      (at ?? now()) + BELIEVED_AFTER_MS,
    )
  }

  return async (repository, person, { isMember, named }) => {
    const key = `${repository.id}/${person.id}`
    const last = lastRefusal(key)
    if (last !== null && last.ms < (last.isFirst ? FIRST_REFUSED_MS : REFUSED_MS)) return { kind: 'stranger' }
    const at = isMember || botOf(person) !== null ? null : waitFor(repository.id)
    if (at !== null) return { kind: 'later', at }
    const right = await rightOf({ github }, repository, person, named)
    if (right === 'unknown')
      throw new GithubRefused(reason('permission-missing', `it shows no right of ${person.login}`), {
        status: 404,
      })
    if (right === 'may-ask') return { kind: 'may-ask' }
    if (isMember && (named?.teams ?? []).length > 0) doubtTeams(key)
    remember(key, last === null)
    return { kind: 'stranger' }
  }
}

/** Whom the settings let ask without write access. */
export type Named = Pick<TriggerSettings, 'teams' | 'bots'>

/** GitHub ignores the case of names. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/**
 * Whether somebody may ask for work now: a person with write access or in a team that the settings name, or a bot that
 * they name. The id of a person decides, not the login, which may be somebody else's
 * by now. `named`: `null` if the settings are not known.
 */
export const mayAsk = async (...about: Parameters<typeof rightOf>): Promise<boolean> =>
  (await rightOf(...about)) === 'may-ask'

/** `unknown`: GitHub shows no right of such a person, which it may take back. */
async function rightOf(
  { github }: { readonly github: Pick<Github, 'permissionOf' | 'isTeamMember'> },
  repository: RepositoryRef,
  person: Person,
  named: Named | null,
): Promise<'may-ask' | 'stranger' | 'unknown'> {
  const { id, login } = person
  const bot = botOf(person)
  if (bot !== null) return namesBot(named?.bots ?? [], bot) ? 'may-ask' : 'stranger'
  const found = await github.permissionOf(repository, login)
  if (found === null) return 'unknown'
  if (found.userId !== id) return 'stranger'
  if (mayWrite(found, id)) return 'may-ask'
  for (const team of named?.teams ?? []) {
    const [organisation = '', slug = ''] = team.split('/')
    // A team of another organisation has no rights here.
    if (isSame(organisation, repository.owner) && (await github.isTeamMember(repository, slug, login)))
      return 'may-ask'
  }
  return 'stranger'
}
