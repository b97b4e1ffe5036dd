import type { AgentOutcome } from '../agent/agent-host.ts'
import type { Checkout, Fetched } from '../git/checkout/checkout.ts'
import type { StartedMerge } from '../git/checkout/started-merge.ts'
import { mergeBaseIntoBranch } from '../git/merge/merge-base-into-branch.ts'
import { RunFailure } from '../outcome/run-failure.ts'
import { showPaths } from '../text/format.ts'
import { type AgentWork, NO_USAGE } from './agent-work.ts'
import { type RunContext, reportNote } from './run-context.ts'

/** Merges the base into the working branch, if the assignment wants that; `null`: there is nothing to merge. */
export async function startMerge(job: RunContext, fetched: Fetched): Promise<StartedMerge | null> {
  const { update, base, branch, fetchToken: token, author, rules } = job.controlPlane.assignment
  const { branchHead } = fetched
  // A branch that is made anew starts from the base.
  if (update === undefined || branchHead === null) return null
  const result = await mergeBaseIntoBranch({
    ...{ ...fetched, token, base, branch, branchHead, author },
    rules,
    serverMergesWorkflows: update.mergesWorkflows,
  })
  switch (result.kind) {
    case 'refused':
      throw new RunFailure(result.reason)
    case 'up-to-date':
      return null
    case 'merged': {
      const { conflicts, fromBase } = result.merge
      const paths = conflicts.map(({ path }) => path)
      reportNote(
        job,
        `Merged ${base} into ${branch}, conflicts: ${conflicts.length === 0 ? 'none' : showPaths(paths)}`,
      )
      if (fromBase.length > 0)
        reportNote(job, `Protected paths with a conflict got the version of ${base}: ${showPaths(fromBase)}`)
      return result.merge
    }
  }
}

export const hasConflicts = ({ merge }: Pick<Checkout, 'merge'>): boolean =>
  merge !== null && merge.conflicts.length > 0

/** The work of a run that is to merge the base and nothing else. `null`: the agent is needed. */
export function mergeWithoutAgent(
  { controlPlane }: Pick<RunContext, 'controlPlane'>,
  checkout: Checkout,
): AgentWork | null {
  const { update, base, prompts } = controlPlane.assignment
  if (update?.alone !== true || hasConflicts(checkout)) return null
  const { merge } = checkout
  const summary =
    merge === null
      ? `The branch is already up to date with \`${base}\`.`
      : `Merged \`${base}\` into the branch. There was no conflict for the agent to resolve.`
  const words = { title: `Update the branch with ${base}`, body: '', commitMessage: '' }
  const outcome: AgentOutcome = {
    ...{ ...words, summary, reason: null, publishable: true, perStep: [], files: [] },
    usage: NO_USAGE,
    acknowledged: Math.max(...prompts.map(({ number }) => number)),
  }
  return { outcome, refusedPaths: [], isSaved: false }
}

/** A conflict that is resolved in part is not published, not even as a draft. */
export function failUnlessResolved(checkout: Checkout, { reason }: AgentOutcome): void {
  if (reason !== null && hasConflicts(checkout)) throw new RunFailure(reason)
}
