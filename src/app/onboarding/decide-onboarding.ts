/** What GitHub shows of a repository that may need the workflow file. */
export interface OnboardingFacts {
  readonly isArchived: boolean
  /** The default branch has the workflow file. */
  readonly hasWorkflow: boolean
  /** The account has a runner repository, and this is another one. */
  readonly runsElsewhere: boolean
  /** The installation has granted `workflows: write`, without which GitHub refuses the file. */
  readonly mayWriteWorkflows: boolean
  /** The newest pull request from the branch of the onboarding; `null`: there was never one. */
  readonly pull: OnboardingPull | null
  /** Head of that branch; `null`: there is no such branch. */
  readonly branchHead: string | null
  /** The branch has exactly the files that the server would write now. */
  readonly isCurrent: boolean
}

export interface OnboardingPull {
  readonly number: number
  readonly url: string
  readonly state: 'open' | 'closed'
  readonly merged: boolean
  readonly body: string
  /** The App has opened it. */
  readonly isOurs: boolean
  /** The commit that the App has written last, as its text says; `null`: the text does not say so any more. */
  readonly writtenSha: string | null
  /** The App has closed it, because its account had named a runner repository. */
  readonly isWithdrawn: boolean
}

export type OnboardingStep =
  | { readonly kind: 'nothing'; readonly why: WhyNothing }
  /** A person adds the file, with a link. */
  | { readonly kind: 'link' }
  /** `reuseBranch`: an earlier attempt has written it and was interrupted. */
  | { readonly kind: 'open'; readonly reuseBranch: boolean }
  | { readonly kind: 'refresh'; readonly pull: OnboardingPull }
  /** It is closed and its branch deleted: the repository needs no workflow file. */
  | { readonly kind: 'withdraw'; readonly pull: OnboardingPull }

export type WhyNothing =
  | 'archived'
  | 'has-workflow'
  | 'runs-elsewhere'
  | 'waits-for-merge'
  | 'declined'
  | 'removed'
  | 'changed-by-others'
  | 'branch-taken'

/** What happens to a repository. A pull request that a person has closed is an answer, and is never opened again. */
export function decideOnboarding(given: OnboardingFacts): OnboardingStep {
  const facts = given.runsElsewhere || !isWithdrawn(given.pull) ? given : { ...given, pull: null }
  const { pull, branchHead } = facts
  if (facts.isArchived) return nothing('archived')
  if (facts.hasWorkflow) return nothing('has-workflow')
  if (pull !== null && !pull.isOurs) return nothing('branch-taken')
  if (facts.runsElsewhere) {
    const mayClose = pull !== null && facts.mayWriteWorkflows && mayWithdraw(pull, branchHead)
    return mayClose ? { kind: 'withdraw', pull } : nothing('runs-elsewhere')
  }
  if (pull?.state === 'closed') return nothing(pull.merged ? 'removed' : 'declined')
  if (!facts.mayWriteWorkflows) return pull === null ? { kind: 'link' } : nothing('waits-for-merge')
  if (pull === null) return decideNew(facts)
  if (facts.isCurrent) return nothing('waits-for-merge')
  return branchHead !== null && branchHead === pull.writtenSha
    ? { kind: 'refresh', pull }
    : nothing('changed-by-others')
}

const isWithdrawn = (pull: OnboardingPull | null): boolean => pull?.state === 'closed' && pull.isWithdrawn

/** Nobody has pushed to it, replaced its text or opened it again; or the App was interrupted before it deleted the branch. */
const mayWithdraw = (pull: OnboardingPull, branchHead: string | null): boolean =>
  branchHead !== null && branchHead === pull.writtenSha && (pull.state === 'open') !== pull.isWithdrawn

const decideNew = ({ branchHead, isCurrent }: OnboardingFacts): OnboardingStep =>
  branchHead === null || isCurrent
    ? { kind: 'open', reuseBranch: branchHead !== null }
    : nothing('branch-taken')

const nothing = (why: WhyNothing): OnboardingStep => ({ kind: 'nothing', why })
