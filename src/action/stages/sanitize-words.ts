import type { AgentOutcome } from '../agent/agent-host.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import { findKnownHosts } from '../git/diff/known-hosts.ts'
import { hostsIn } from '../pull-request/sanitize/break-links.ts'
import { sanitize } from '../pull-request/sanitize/sanitize.ts'
import type { RunContext } from './run-context.ts'

/**
 * The outcome with a summary that does nothing wherever it is shown, and no secret in its other words; those are made
 * inert where they become a title, a body and a message. From here on it is known which hosts they may link to: GitHub
 * itself, and what the base links to already.
 */
export async function sanitizeWords(
  job: RunContext,
  { repository, baseSha }: Checkout,
  outcome: AgentOutcome,
): Promise<AgentOutcome> {
  const { known, secrets, engagement } = job
  const { title, body, commitMessage, summary } = outcome
  const asked = [title, body, commitMessage, summary].flatMap((text) => [...hostsIn(text)])
  const named = await findKnownHosts(repository, baseSha, asked)
  known.hosts = new Set([new URL(engagement.assignment.repository.url).host, ...named])
  return {
    ...outcome,
    title: secrets.scrub(title),
    body: secrets.scrub(body),
    commitMessage: secrets.scrub(commitMessage),
    summary: sanitize(summary, { secrets, hosts: known.hosts }),
  }
}
