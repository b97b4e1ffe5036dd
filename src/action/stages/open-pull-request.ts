import type { Words } from '../confidential/confidential-words.ts'
import { must } from '../git/process/repository.ts'
import type { Published } from '../outcome/outcome.ts'
import { checksSection } from '../pull-request/checks-section.ts'
import { openPullRequest } from '../pull-request/open-pull-request.ts'
import { pullRequestText } from '../pull-request/pull-request-text.ts'
import { replaceSection } from '../pull-request/replace-section.ts'
import { updateBody } from '../pull-request/update-body.ts'
import { listReferences } from './list-references.ts'
import type { Pushed } from './push.ts'
import { orFail, type RunContext } from './run-context.ts'

/** Opens the pull request, or finds the one of an earlier turn. */
export async function openPullRequestStage(
  job: RunContext,
  pushed: Pushed,
  { words, draft }: { words: Words; draft: boolean },
): Promise<Published> {
  const { assignment } = job.engagement
  const { branch, base, showPrompt, prompts } = assignment
  const checks = await describeChecks(job, pushed.headSha)
  const references = await listReferences(job, pushed.headSha)
  const text = pullRequestText({
    title: words.title,
    body: words.body,
    job: assignment.job,
    prompts: prompts.map((prompt) => prompt.text),
    showPrompt,
    checks,
    references,
    secrets: job.secrets,
    hosts: job.known.hosts,
  })
  const { owner, name } = pushed.repository
  const access = { apiUrl: job.apiUrl, token: pushed.token, ...{ owner, name } }
  const { pullRequest } = orFail(
    await openPullRequest({
      ...access,
      base,
      branch,
      ...text,
      draft: assignment.draft || draft,
      signal: job.signal,
    }),
  )
  job.log.info(`${pullRequest.created ? 'Opened' : 'Found'} ${pullRequest.url}`)
  const body = pullRequest.created ? pullRequest.body : renewParts(pullRequest.body, { checks, references })
  if (body !== pullRequest.body) {
    await updateBody({ ...access, number: pullRequest.number, body, signal: job.signal }).catch(
      (error: unknown) => {
        const said = error instanceof Error ? error.message : String(error)
        job.log.warning(
          job.secrets.scrub(`The pull request does not tell of this turn's checks and references: ${said}`),
        )
      },
    )
  }
  const { number, url } = pullRequest
  return { branch, headSha: pushed.headSha, pullRequest: { number, url } }
}

function renewParts(body: string, parts: { checks: string | null; references: string | null }): string {
  const renewed = replaceSection(body, 'references', parts.references)
  return parts.checks === null ? renewed : replaceSection(renewed, 'checks', parts.checks)
}

async function describeChecks({ known, secrets }: RunContext, sha: string): Promise<string | null> {
  if (known.checks === null || known.tree === null) return null
  const { git } = known.tree.repository
  const { report, tree } = known.checks
  const [checked, pushed] = await Promise.all(
    [tree, sha].map(async (id) => (await must(git(['rev-parse', '--verify', `${id}^{tree}`]))).stdout),
  )
  return checksSection({ report, sha, isAsChecked: checked === pushed, secrets, hosts: known.hosts })
}
