import type { AgentOutcome } from '../agent/task.ts'
import { findLinkedHosts } from '../git/find-linked-hosts.ts'
import type { PreparedWorkTree } from '../git/prepare-work-tree.ts'
import type { Job } from '../job.ts'
import { hostsIn } from '../pull-request/break-links.ts'
import { cleanText } from '../pull-request/clean-text.ts'

/**
 * The outcome with a summary that does nothing wherever it is shown, and no secret in its other words; those are made
 * inert where they become a title, a body and a message. From here on it is known which hosts they may link to: GitHub
 * itself, and what the base links to already.
 */
export async function disarmWords(
  job: Job,
  { repository, baseSha }: PreparedWorkTree,
  outcome: AgentOutcome,
): Promise<AgentOutcome> {
  const { known, secrets, engagement } = job
  const { title, body, commitMessage, summary } = outcome
  const asked = [title, body, commitMessage, summary].flatMap((text) => [...hostsIn(text)])
  const named = await findLinkedHosts(repository, baseSha, asked)
  known.hosts = new Set([new URL(engagement.assignment.repository.url).host, ...named])
  return {
    ...outcome,
    title: secrets.scrub(title),
    body: secrets.scrub(body),
    commitMessage: secrets.scrub(commitMessage),
    summary: cleanText(summary, { secrets, hosts: known.hosts }),
  }
}
