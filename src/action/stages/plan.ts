import type { PushTokenRequest } from '../../contract/runner-protocol.ts'
import type { AgentOutcome } from '../agent/task.ts'
import { planPublish } from '../git/plan-publish.ts'
import type { PreparedWorkTree } from '../git/prepare-work-tree.ts'
import { readChanges } from '../git/read-changes.ts'
import { readShownText } from '../git/read-shown-text.ts'
import type { Job } from '../job.ts'
import { type Words, wordDiscreetly } from '../pull-request/word-discreetly.ts'
import { RunFailure } from '../run-failure.ts'

export interface Planned {
  /** What the agent says of the change, fit to be published. */
  readonly words: Words
  /** The judged tree: what is pushed, whatever happens to the files meanwhile. */
  readonly tree: string
  readonly size: PushTokenRequest['plan']
}

/** `null`: nothing changed. A change that breaks the rules ends the run. */
export async function plan(
  job: Job,
  prepared: PreparedWorkTree,
  outcome: AgentOutcome,
): Promise<Planned | null> {
  const { tree, changes } = await readChanges(prepared)
  job.known.files = changes.map(({ path }) => path)
  const verdict = planPublish({ changes, rules: job.known.rules, secrets: job.secrets })
  switch (verdict.kind) {
    case 'nothing':
      job.log.info('No file changed.')
      return null
    case 'refuse':
      throw new RunFailure(verdict.reason)
    case 'publish': {
      const { files, additions, deletions } = verdict
      job.log.info(`Files: ${files}, lines added: ${additions}, lines removed: ${deletions}`)
      // The model chose these names, and the push that makes them public may fail.
      for (const { kind, path } of changes) job.log.info(job.discretion.withhold(`  ${kind} ${path}`))
      const words = job.discretion.isOn
        ? wordDiscreetly(
            outcome,
            { files: job.known.files, text: await readShownText(prepared, { tree, changes }) },
            job.discretion,
          )
        : outcome
      return { tree, words, size: { files, additions, deletions } }
    }
  }
}
