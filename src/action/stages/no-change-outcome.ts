import { reason } from '../../contract/reasons.ts'
import type { AgentOutcome } from '../agent/agent-host.ts'
import { describeRefusals } from '../git/policy/describe-refusals.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { RunContext } from './run-context.ts'

/** Nothing is to be published. `isKept`: the work is that of an earlier run, which the base holds by now. */
export function noChangeOutcome(
  job: Pick<RunContext, 'known' | 'secrets' | 'discretion'>,
  outcome: AgentOutcome,
  { headSha, isKept }: { headSha: string | null; isKept: boolean },
): Outcome {
  if (outcome.reason !== null) return { outcome: 'failed', reason: outcome.reason, published: null }
  const obstacle = isKept ? 'the base holds the work that was kept.' : nameRefusals(job)
  // What the agent says, and a path, may repeat a prompt that must not show here; the job tells it in any case.
  const why = job.discretion.isOn
    ? 'the job says why.'
    : [obstacle, outcome.summary].filter((part) => part !== null).join(' ')
  return { outcome: 'no-change', headSha, reason: reason('no-change', why), obstacle }
}

/** The model named the paths. */
function nameRefusals({ known: { refused }, secrets }: Pick<RunContext, 'known' | 'secrets'>): string | null {
  const named = refused.map((one) => ({ ...one, path: secrets.scrub(one.path) }))
  return named.length === 0 ? null : `it was not let change ${describeRefusals(named)}.`
}
