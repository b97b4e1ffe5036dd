import { reason } from '../contract/reasons.ts'
import type { AgentOutcome } from './agent/task.ts'
import { nameRefused } from './git/name-refused.ts'
import type { Job } from './job.ts'
import type { Ending } from './job-end.ts'

/** Nothing is to be published. `isKept`: the work is that of an earlier run, which the base holds by now. */
export function endWithoutChange(
  job: Pick<Job, 'known' | 'secrets' | 'discretion'>,
  outcome: AgentOutcome,
  { headSha, isKept }: { headSha: string | null; isKept: boolean },
): Ending {
  if (outcome.reason !== null) return { outcome: 'failed', reason: outcome.reason, published: null }
  const obstacle = isKept ? 'the base holds the work that was kept.' : nameRefusals(job)
  // What the agent says, and a path, may repeat a prompt that must not show here; the job tells it in any case.
  const why = job.discretion.isOn
    ? 'the job says why.'
    : [obstacle, outcome.summary].filter((part) => part !== null).join(' ')
  return { outcome: 'no-change', headSha, reason: reason('no-change', why), obstacle }
}

/** The model named the paths. */
function nameRefusals({ known: { refused }, secrets }: Pick<Job, 'known' | 'secrets'>): string | null {
  const named = refused.map((one) => ({ ...one, path: secrets.scrub(one.path) }))
  return named.length === 0 ? null : `it was not let change ${nameRefused(named)}.`
}
