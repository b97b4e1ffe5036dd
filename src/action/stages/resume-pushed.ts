import type { AgentOutcome } from '../agent/agent-host.ts'
import { confidentialWords, type Words } from '../confidential/confidential-words.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import { readDiffText } from '../git/diff/diff-text.ts'
import type { Pushed } from './push.ts'
import type { RunContext } from './run-context.ts'

/**
 * Kept work that the branch holds already: an earlier run pushed it, and only its pull request is missing. `null`:
 * there is no branch.
 */
export async function resumePushed(
  job: RunContext,
  prepared: Checkout,
  outcome: AgentOutcome,
): Promise<{ readonly pushed: Pushed; readonly words: Words } | null> {
  const { branchHead } = prepared
  if (branchHead === null) return null
  const text = await readDiffText(prepared, { tree: branchHead, changes: [] })
  const words = job.discretion.isOn
    ? confidentialWords(outcome, { files: [], text }, job.discretion)
    : outcome
  const access = await job.engagement.getPushAccess({ files: 0, additions: 0, deletions: 0 })
  job.signal.throwIfAborted()
  job.log.info('The branch holds the work already.')
  return { pushed: { headSha: branchHead, ...access }, words }
}
