import type { Reason } from '../../contract/reasons.ts'
import type { PublishRules, PushTokenRequest } from '../../contract/runner-protocol.ts'
import type { AgentOutcome } from '../agent/agent-host.ts'
import { confidentialWords, type Words } from '../confidential/confidential-words.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import { readDiffText } from '../git/diff/diff-text.ts'
import { readChanges } from '../git/diff/read-changes.ts'
import { mergeRulesOf } from '../git/merge/merge-rules.ts'
import { planPublish } from '../git/policy/plan-publish.ts'
import type { RunContext } from './run-context.ts'

export interface PlannedChange {
  readonly kind: 'publish'
  /** What the agent says of the change, as it may be published. */
  readonly words: Words
  /** The tree that was judged. This is pushed, whatever happens to the files meanwhile. */
  readonly tree: string
  readonly size: PushTokenRequest['plan']
}

export type Plan =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly reason: Reason }
  | PlannedChange

const NO_SIZE = { files: 0, additions: 0, deletions: 0 }

/** Judges the final work tree, and says which files changed. */
export async function plan(
  { log, secrets, confidentiality }: RunContext,
  checkout: Checkout,
  { rules, outcome }: { readonly rules: PublishRules; readonly outcome: AgentOutcome },
): Promise<{ readonly plan: Plan; readonly files: readonly string[] }> {
  const { tree, changes } = await readChanges(checkout)
  const files = changes.map(({ path }) => path)
  const verdict = planPublish({ changes, rules, secrets, merge: mergeRulesOf(checkout.merge) })
  switch (verdict.kind) {
    case 'nothing':
      if (checkout.merge === null) {
        log.info('No file changed.')
        return { plan: verdict, files }
      }
      log.info('The merge needs no change.')
      return { plan: { kind: 'publish', tree, words: outcome, size: NO_SIZE }, files }
    case 'refuse':
      return { plan: { kind: 'refused', reason: verdict.reason }, files }
    case 'publish': {
      const { files: count, additions, deletions } = verdict
      log.info(`Files: ${count}, lines added: ${additions}, lines removed: ${deletions}`)
      // The model chose these names, and they are not public if the push fails.
      for (const { kind, path } of changes) log.info(confidentiality.redactQuotes(`  ${kind} ${path}`))
      const words = confidentiality.isOn
        ? confidentialWords(
            outcome,
            { files, text: await readDiffText(checkout, { tree, changes }) },
            confidentiality,
          )
        : outcome
      return { plan: { kind: 'publish', tree, words, size: { files: count, additions, deletions } }, files }
    }
  }
}
