import type { AgentOutcome } from '../agent/agent-host.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import { findLinkedHosts } from '../git/diff/linked-hosts.ts'
import type { RefusedPath } from '../git/policy/describe-refusals.ts'
import { type Hosts, hostsIn } from '../pull-request/sanitize/break-links.ts'
import { sanitize } from '../pull-request/sanitize/sanitize.ts'
import type { RunContext } from './run-context.ts'

/** What the agent did, or an earlier run of the same prompts. */
export interface AgentWork {
  /** Its summary is sanitized, its other words are without secrets. */
  readonly outcome: AgentOutcome
  /** Hosts that the agent's words may link to: GitHub itself and those that the base links to. */
  readonly linkHosts: Hosts
  /** Changes that a tool refused because of the path. */
  readonly refusedPaths: readonly RefusedPath[]
  /** True: the work is the saved patch of an earlier run. */
  readonly isSaved: boolean
}

/** Makes the words of an outcome safe. Title, body and commit message are sanitized later, where they are composed. */
export async function sanitizeWords(
  { secrets, controlPlane }: RunContext,
  { repository, baseSha }: Checkout,
  outcome: AgentOutcome,
): Promise<Pick<AgentWork, 'outcome' | 'linkHosts'>> {
  const { title, body, commitMessage, summary } = outcome
  const linked = [title, body, commitMessage, summary].flatMap((text) => [...hostsIn(text)])
  const known = await findLinkedHosts(repository, baseSha, linked)
  const linkHosts = new Set([new URL(controlPlane.assignment.repository.url).host, ...known])
  return {
    linkHosts,
    outcome: {
      ...outcome,
      title: secrets.redact(title),
      body: secrets.redact(body),
      commitMessage: secrets.redact(commitMessage),
      summary: sanitize(summary, { secrets, hosts: linkHosts }),
    },
  }
}
