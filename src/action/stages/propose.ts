import { must } from '../git/open-repository.ts'
import { type Job, orFail } from '../job.ts'
import type { Published } from '../job-end.ts'
import { changeBody } from '../pull-request/change-body.ts'
import { openPullRequest } from '../pull-request/open-pull-request.ts'
import { replacePart } from '../pull-request/replace-part.ts'
import type { Words } from '../pull-request/word-discreetly.ts'
import { writeChecks } from '../pull-request/write-checks.ts'
import { writePullRequest } from '../pull-request/write-pull-request.ts'
import { describeReferences } from './describe-references.ts'
import type { Pushed } from './push.ts'

/** Opens the pull request, or finds the one of an earlier turn. */
export async function propose(
  job: Job,
  pushed: Pushed,
  { words, draft }: { words: Words; draft: boolean },
): Promise<Published> {
  const { assignment } = job.engagement
  const { branch, base, showPrompt, prompts } = assignment
  const checks = await describeChecks(job, pushed.headSha)
  const references = await describeReferences(job, pushed.headSha)
  const text = writePullRequest({
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
    await changeBody({ ...access, number: pullRequest.number, body, signal: job.signal }).catch(
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
  const renewed = replacePart(body, 'references', parts.references)
  return parts.checks === null ? renewed : replacePart(renewed, 'checks', parts.checks)
}

async function describeChecks({ known, secrets }: Job, sha: string): Promise<string | null> {
  if (known.checks === null || known.tree === null) return null
  const { git } = known.tree.repository
  const { report, tree } = known.checks
  const [checked, pushed] = await Promise.all(
    [tree, sha].map(async (id) => (await must(git(['rev-parse', '--verify', `${id}^{tree}`]))).stdout),
  )
  return writeChecks({ report, sha, isAsChecked: checked === pushed, secrets, hosts: known.hosts })
}
