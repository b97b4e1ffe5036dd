import { FINDING_LENGTH, type Finding } from '../../contract/review.ts'
import { cutHead } from '../../contract/text.ts'
import type { AgentOutcome } from '../agent/agent-host.ts'
import type { RefusedPath } from '../git/policy/path-policy.ts'
import { sanitize } from '../pull-request/sanitize.ts'
import type { RunContext } from './run-context.ts'

/** What the agent did, or an earlier run of the same prompts. */
export interface AgentWork {
  /** Its summary is sanitized, its other words are without secrets. */
  readonly outcome: AgentOutcome
  /** Changes that a tool refused because of the path. */
  readonly refusedPaths: readonly RefusedPath[]
  /** True: the work is the saved patch of an earlier run. */
  readonly isSaved: boolean
}

/** Of work without a model. */
export const NO_USAGE = {
  ...{ steps: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costUsd: 0, brokenOff: 0 },
}

/** Makes the words of an outcome safe. Title, body and commit message are sanitized later, where they are composed. */
export function sanitizeWords(
  { secrets, controlPlane, confidentiality }: RunContext,
  outcome: AgentOutcome,
): AgentOutcome {
  const clean = (text: string) => confidentiality.redactQuotes(secrets.redact(text))
  const repositoryUrl = controlPlane.assignment.repository.url
  return {
    ...outcome,
    title: secrets.redact(outcome.title),
    body: secrets.redact(outcome.body),
    commitMessage: secrets.redact(outcome.commitMessage),
    files: outcome.files.map(({ path, why }) => ({ path, why: secrets.redact(why) })),
    summary: sanitize(outcome.summary, { secrets, repositoryUrl }),
    ...(outcome.findings !== undefined && {
      findings: outcome.findings.flatMap((finding) => cleanFinding(finding, clean)),
    }),
  }
}

/** It is published as it is. A suggestion from which something was taken out would be committed that way. */
function cleanFinding({ suggestion, ...finding }: Finding, clean: (text: string) => string): Finding[] {
  const [path, text] = [clean(finding.path), cutHead(clean(finding.text), FINDING_LENGTH)]
  if (text.trim() === '' || path !== finding.path) return []
  const isWhole = suggestion !== undefined && clean(suggestion) === suggestion
  return [{ ...finding, text, ...(isWhole && { suggestion }) }]
}
