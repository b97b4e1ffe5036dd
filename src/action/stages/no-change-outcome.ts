import { reason } from '../../contract/reasons.ts'
import { describeRefusals, type RefusedPath } from '../git/policy/describe-refusals.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { RunContext } from './run-context.ts'
import type { AgentWork } from './sanitize-words.ts'

/** The outcome of a run that has nothing to publish. Pure. */
export function noChangeOutcome(
  { secrets, confidentiality }: Pick<RunContext, 'secrets' | 'confidentiality'>,
  { outcome, refusedPaths, isSaved }: Pick<AgentWork, 'outcome' | 'refusedPaths' | 'isSaved'>,
  headSha: string | null,
): Outcome {
  if (outcome.reason !== null) return { outcome: 'failed', reason: outcome.reason, published: null }
  const obstacle = isSaved ? 'the base already holds the saved patch.' : nameRefusals(refusedPaths, secrets)
  // The agent's words and the paths may repeat a confidential prompt. The job has them in any case.
  const why = confidentiality.isOn
    ? 'the job says why.'
    : [obstacle, outcome.summary].filter((part) => part !== null).join(' ')
  return { outcome: 'no-change', headSha, reason: reason('no-change', why), obstacle }
}

/** The model named the paths. */
function nameRefusals(refused: readonly RefusedPath[], { redact }: RunContext['secrets']): string | null {
  const named = refused.map((one) => ({ ...one, path: redact(one.path) }))
  return named.length === 0 ? null : `it may not change ${describeRefusals(named)}.`
}
