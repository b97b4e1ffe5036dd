import type { AgentOutcome } from '../agent/task.ts'
import type { PreparedWorkTree } from '../git/prepare-work-tree.ts'
import { readShownText } from '../git/read-shown-text.ts'
import type { Job } from '../job.ts'
import { type Words, wordDiscreetly } from '../pull-request/word-discreetly.ts'
import type { Pushed } from './push.ts'

/**
 * Kept work that the branch holds already: an earlier run pushed it, and only its pull request is missing. `null`:
 * there is no branch.
 */
export async function findPushedWork(
  job: Job,
  prepared: PreparedWorkTree,
  outcome: AgentOutcome,
): Promise<{ readonly pushed: Pushed; readonly words: Words } | null> {
  const { branchHead } = prepared
  if (branchHead === null) return null
  const text = await readShownText(prepared, { tree: branchHead, changes: [] })
  const words = job.discretion.isOn ? wordDiscreetly(outcome, { files: [], text }, job.discretion) : outcome
  const access = await job.engagement.getPushAccess({ files: 0, additions: 0, deletions: 0 })
  job.signal.throwIfAborted()
  job.log.info('The branch holds the work already.')
  return { pushed: { headSha: branchHead, ...access }, words }
}
