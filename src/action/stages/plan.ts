import type { PushTokenRequest } from '../../contract/runner-protocol.ts'
import type { AgentOutcome } from '../agent/agent-host.ts'
import { confidentialWords, type Words } from '../confidential/confidential-words.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import { readDiffText } from '../git/diff/diff-text.ts'
import { readChanges } from '../git/diff/read-changes.ts'
import { planPublish } from '../git/policy/plan-publish.ts'
import { RunFailure } from '../outcome/run-failure.ts'
import type { RunContext } from './run-context.ts'

export interface Planned {
  /** What the agent says of the change, fit to be published. */
  readonly words: Words
  /** The judged tree: what is pushed, whatever happens to the files meanwhile. */
  readonly tree: string
  readonly size: PushTokenRequest['plan']
}

/** `null`: nothing changed. A change that breaks the rules ends the run. */
export async function plan(
  job: RunContext,
  prepared: Checkout,
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
        ? confidentialWords(
            outcome,
            { files: job.known.files, text: await readDiffText(prepared, { tree, changes }) },
            job.discretion,
          )
        : outcome
      return { tree, words, size: { files, additions, deletions } }
    }
  }
}
