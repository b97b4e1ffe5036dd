import type { CheckRunFields } from '../github/pull-request.ts'
import type { Reviewer, WhyNot } from './judge-reviews.ts'

/** The check run, by the name of its setting. */
export const OTHER_REVIEWER_CHECK = 'Prentice / require-other-reviewer'

/** Whether one pull request may be merged. */
export type Verdict =
  | { readonly kind: 'not-ours' }
  | { readonly kind: 'approved'; readonly by: Reviewer }
  /** Approved, but for a base that nothing protects: the same commit could go elsewhere a moment later. */
  | { readonly kind: 'approved-for'; readonly by: Reviewer; readonly base: string }
  | { readonly kind: 'waiting'; readonly others: readonly (Reviewer & { readonly why: WhyNot })[] }
  /** It is not known who sent the prompts. */
  | { readonly kind: 'unknown' }

/** A verdict with the number of its pull request. */
export type PullVerdict = Verdict & { readonly number: number }

/** The worst first: a check run is of a commit, and a commit can be the head of several pull requests. */
const WORST: readonly Verdict['kind'][] = ['unknown', 'waiting', 'approved-for', 'approved', 'not-ours']

const WHY: Readonly<Record<WhyNot, string>> = {
  'sent-prompt': 'sent a prompt',
  author: 'opened the pull request',
  'earlier-commit': 'approved an earlier commit',
  'other-base': 'approved while the pull request had another base',
  'no-write-access': 'has no write access',
}
const MAX_NAMED = 20

/** The check run for a commit with these verdicts; there is at least one. Pure. */
export function describeVerdicts(verdicts: readonly PullVerdict[], sha: string): CheckRunFields {
  const [worst] = verdicts.toSorted((a, b) => WORST.indexOf(a.kind) - WORST.indexOf(b.kind))
  if (worst === undefined) throw new Error(`no pull request has the head ${sha}`)
  return { ...textOf(worst, sha.slice(0, 7)), annotations: [], buttons: [], detailsUrl: null }
}

/** Whether nobody else has to look at the commit. */
export const isApproved = (verdicts: readonly Verdict[]): boolean =>
  verdicts.every(({ kind }) => kind !== 'waiting' && kind !== 'unknown')

function textOf(
  verdict: PullVerdict,
  commit: string,
): Pick<CheckRunFields, 'conclusion' | 'title' | 'summary'> {
  const about = `#${verdict.number}`
  switch (verdict.kind) {
    case 'not-ours':
      return {
        conclusion: 'neutral',
        title: 'Not the work of Prentice',
        summary:
          'Prentice has not worked on this pull request, so `require-other-reviewer` asks for nothing.',
      }
    case 'approved':
      return {
        conclusion: 'success',
        title: `${verdict.by.login} approved ${commit}`,
        summary: `${verdict.by.login} may write to this repository and sent no prompt. A push takes the approval back.`,
      }
    case 'approved-for':
      return {
        conclusion: 'action_required',
        title: `${verdict.by.login} approved ${commit} for an unprotected branch`,
        summary: `The base of ${about}, \`${verdict.base}\`, is not protected, so nothing requires this check there. It does not pass: the same commit could go into another branch a moment later.`,
      }
    case 'waiting': {
      const named = verdict.others.slice(0, MAX_NAMED).map(({ login, why }) => `- ${login} ${WHY[why]}`)
      const list = named.length === 0 ? '' : `\n\nThese approvals do not count:\n\n${named.join('\n')}`
      return {
        conclusion: 'action_required',
        title: 'Somebody else must approve',
        summary: `Somebody with write access who sent no prompt must approve ${about} at commit ${commit}.${list}`,
      }
    }
    case 'unknown':
      return {
        conclusion: 'action_required',
        title: 'It is not known who sent the prompts',
        summary: `Prentice does not know who sent the prompts of ${about}: they were deleted with its archived job, or the job is not known yet. If this stays, close the pull request and ask again in a new job.`,
      }
  }
}
