import type { PullOutcome } from '../domain/outcome.ts'
import type { CheckAttempt, PullCommit, PullRequest } from '../github/pull-request.ts'

/** What GitHub shows of a pull request that has ended. `null`: it does not show it. */
export interface Shown {
  readonly pullRequest: PullRequest
  /** Only of a merged one. */
  readonly commits: readonly PullCommit[] | null
  /** On its first commit. */
  readonly attempts: readonly CheckAttempt[] | null
}

/** Whose commits and checks are ours. */
export interface Own {
  /** The commits that runs of the job have reported. */
  readonly shas: ReadonlySet<string>
  /** The name of the App in addresses. */
  readonly slug: string
}

/** The outcome of a pull request as GitHub shows it now. A reopened one is pending again, and keeps nothing of its end. Pure. */
export function judgePullRequest(before: PullOutcome, shown: Shown, own: Own, now: number): PullOutcome {
  const { pullRequest, commits, attempts } = shown
  const { number, firstSha, followUps, revertedAt } = before
  const kept = { number, firstSha, followUps, openedAt: pullRequest.openedAt ?? before.openedAt }
  if (pullRequest.state === 'open') return { ...kept, state: 'pending' }
  const firstChecks = attempts === null ? before.firstChecks : judgeChecks(attempts, own.slug)
  const ended = {
    ...kept,
    endedAt: pullRequest.endedAt ?? before.endedAt ?? now,
    ...(firstChecks !== undefined && { firstChecks }),
  }
  if (!pullRequest.merged) return { ...ended, state: 'rejected' }
  const peopleCommits =
    commits === null ? before.peopleCommits : commits.filter((commit) => isByPerson(commit, own.shas)).length
  return {
    ...ended,
    state: 'accepted',
    ...(peopleCommits !== undefined && { peopleCommits }),
    ...(revertedAt !== undefined && { revertedAt }),
  }
}

/**
 * Author and committer of a commit are texts that anybody chooses. So a commit counts as no person's only if its SHA is that of a
 * run, or if GitHub has signed it: then it is of a bot, or merges another branch (*Update branch*).
 */
export const isByPerson = (
  { sha, parents, isMadeByGithub, isOfBot }: PullCommit,
  own: ReadonlySet<string>,
): boolean => !own.has(sha) && !(isMadeByGithub && (isOfBot || parents > 1))

const PASSED = new Set(['success', 'neutral', 'skipped'])
const FAILED = new Set(['failure', 'timed_out', 'action_required', 'startup_failure'])

/**
 * Whether every check passed at its first attempt. `undefined`: none, or nothing failed and one did not end. Our own
 * check run says how the run went.
 */
export function judgeChecks(
  attempts: readonly CheckAttempt[],
  ownSlug: string,
): 'passed' | 'failed' | undefined {
  const first = new Map<string, CheckAttempt>()
  for (const attempt of attempts) {
    if (attempt.app?.slug === ownSlug) continue
    const name = `${attempt.app?.id ?? ''} ${attempt.name}`
    const known = first.get(name)
    if (known === undefined || attempt.id < known.id) first.set(name, attempt)
  }
  const conclusions = [...first.values()].map(({ conclusion }) => conclusion ?? '')
  if (conclusions.some((conclusion) => FAILED.has(conclusion))) return 'failed'
  const isPassed = conclusions.length > 0 && conclusions.every((conclusion) => PASSED.has(conclusion))
  return isPassed ? 'passed' : undefined
}
