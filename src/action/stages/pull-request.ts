import type { Assignment } from '../../contract/runner-protocol/assignment.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import type { Change } from '../git/diff/change.ts'
import { LFS, openFilters } from '../git/diff/find-filters.ts'
import { findLinkedHosts, findNewLinks } from '../git/diff/new-links.ts'
import { readDifference } from '../git/diff/read-changes.ts'
import { must, type Repository } from '../git/process/repository.ts'
import type { Published } from '../outcome/outcome.ts'
import { checksSection } from '../pull-request/checks-section.ts'
import {
  type Access,
  type OpenedPullRequest,
  openPullRequest,
  updateText,
} from '../pull-request/open-pull-request.ts'
import {
  type PullRequestText,
  pullRequestText,
  renewDescription,
  renewSections,
  type Sections,
} from '../pull-request/pull-request-text.ts'
import type { SanitizeOptions } from '../pull-request/sanitize.ts'
import {
  failedChecksSection,
  filesSection,
  leftSection,
  lfsSection,
  outsideSection,
  referencesSection,
  renewState,
  sourcesSection,
  unfinishedSection,
  usageSection,
  withoutPointers,
} from '../pull-request/sections.ts'
import { messageOf, showPaths } from '../text/format.ts'
import type { AgentWork } from './agent-work.ts'
import type { CheckedTree } from './checks.ts'
import { LEAST_WAIT_MS, type Pushed, retryOptions } from './push.ts'
import { orFail, type RunContext } from './run-context.ts'

export interface Proposal {
  readonly checkout: Checkout
  readonly work: AgentWork
  /** `null`: no checks ran or were to run. */
  readonly checked: CheckedTree | null
  readonly pushed: Pushed
  /** Whether a new pull request is a draft if a check failed. */
  readonly draftOnFailure: boolean
}

/** Opens the pull request, or finds the one of an earlier turn and renews the sections of its body. */
export async function publishPullRequest(job: RunContext, proposal: Proposal): Promise<Published> {
  const { controlPlane, apiUrl, secrets, signal, log } = job
  const { assignment } = controlPlane
  const { branch, base, showPrompt, prompts } = assignment
  const { pushed, work } = proposal
  const cleaning = { secrets, repositoryUrl: assignment.repository.url }
  const changes = await readPublished(proposal)
  const files = { ...cleaning, paths: changes.map(({ path }) => path), notes: pushed.words.files }
  const sections = {
    ...(await writeSections(proposal, changes, cleaning)),
    files: filesSection({ ...files, body: null }),
    left: leftSection({ files: assignment.rules.files, paths: files.paths }, cleaning),
    lfs: await writeLfs(job, proposal, changes),
    outside: outsideSection(assignment.outside, cleaning),
    sources: sourcesSection(assignment.sources ?? [], assignment.repository.url),
    usage: usageSection(work.outcome.usage, { model: assignment.model, read: readByAgent(assignment) }),
  }
  const { title, body: words } = pushed.words
  const text = pullRequestText({
    ...{ title, body: words, showPrompt, ...sections, ...cleaning },
    job: assignment.job,
    onlyFiles: assignment.rules.files,
    prompts: prompts.map((prompt) => prompt.text),
    closes: assignment.issue?.number ?? null,
    commentCommand: assignment.commentCommand ?? null,
  })
  const { id: repositoryId } = assignment.repository
  const access = { apiUrl, token: pushed.token, ...pushed.repository, repositoryId, signal }
  // A run that a limit has ended is not complete.
  const ended = work.outcome.reason
  const isDraftAnyway = assignment.draft || ended !== null
  const failed = proposal.draftOnFailure ? failedChecksSection(proposal.checked?.report ?? null) : null
  const draft = isDraftAnyway || failed !== null
  const unfinishedOf = (body: string) => unfinishedSection({ ended, body }, cleaning)
  const unfinished = unfinishedOf(text.body)
  const { pullRequest } = orFail(
    await openPullRequest({
      ...{ ...access, ...retryOptions(job), base, branch, draft },
      title: text.title,
      body: unfinished === null ? text.body : `${unfinished}\n\n${text.body}`,
      draftNote: isDraftAnyway ? null : failed,
      known: assignment.pullRequest?.number ?? null,
    }),
  )
  const { number, url, created } = pullRequest
  log.info(`${created ? 'Opened' : 'Found'} ${url}`)
  if (!created) {
    const described = renewDescription(pullRequest, { title: text.title, body: text.description })
    const renewed = renewSections(described.body, {
      ...sections,
      files: filesSection({ ...files, body: pullRequest.body }),
    })
    const body = renewState(renewed, { unfinished: unfinishedOf(described.body), failed })
    await updatePullRequest(job, access, { earlier: pullRequest, newest: { title: described.title, body } })
  }
  return { branch, headSha: pushed.headSha, pullRequest: { number, url } }
}

/** The material that is not named as untrusted text. */
const readByAgent = ({ material = [], outside }: Assignment): string[] =>
  material.flatMap(({ of }) => (outside?.read.includes(of) ? [] : [of]))

async function updatePullRequest(
  job: RunContext,
  access: Access,
  given: { readonly earlier: OpenedPullRequest; readonly newest: Omit<PullRequestText, 'description'> },
): Promise<void> {
  const { log, secrets } = job
  const { earlier, newest } = given
  const { number } = earlier
  const { title, body } = newest
  if (title === earlier.title && body === earlier.body) return
  // The commits are there, so this is not worth the rest of the time.
  const retry = { ...retryOptions(job), deadline: job.now() + LEAST_WAIT_MS }
  const change = { number, body, ...(title !== earlier.title && { title }) }
  await updateText({ ...access, ...retry }, change).catch((error: unknown) => {
    log.warning(
      secrets.redact(
        `The checks, references and usage in the pull request are those of an earlier turn, since its body could not be updated: ${messageOf(error)}`,
      ),
    )
  })
}

async function writeSections(
  { checkout, checked, pushed: { headSha } }: Proposal,
  changes: readonly Change[],
  cleaning: SanitizeOptions,
): Promise<Pick<Sections, 'checks' | 'references'>> {
  const { repository } = checkout
  return {
    checks:
      checked === null
        ? null
        : checksSection({
            ...cleaning,
            report: checked.report,
            sha: headSha,
            isAsChecked: await haveSameTree(repository, checked.tree, headSha),
          }),
    references: await writeReferences(checkout, changes, cleaning),
  }
}

/** What the pull request changes. By the tree, which the plan has mostly compared already. */
const readPublished = async ({
  checkout: { repository, baseSha },
  pushed: { headSha },
}: Proposal): Promise<Change[]> => readDifference(repository, baseSha, await treeOf(repository, headSha))

/** External hosts that the pull request is the first to name. */
async function writeReferences(
  { repository, baseSha }: Checkout,
  changes: readonly Change[],
  cleaning: SanitizeOptions,
): Promise<string | null> {
  const references = findNewLinks(changes)
  const hosts = references.map(({ host }) => host)
  const named = await findLinkedHosts(repository, baseSha, hosts)
  return referencesSection({ ...cleaning, references, named })
}

/** Files that are published as they are, although the repository keeps such files in Git LFS. */
async function writeLfs(
  { controlPlane, secrets, log, confidentiality }: RunContext,
  { checkout: { repository }, pushed: { headSha } }: Proposal,
  changes: readonly Change[],
): Promise<string | null> {
  const paths = withoutPointers(changes).map(({ path }) => path)
  const findFilters = await openFilters(repository, [headSha])
  const filters = await findFilters(paths)
  const found = paths.filter((path) => filters.get(path) === LFS)
  if (found.length > 0)
    log.warning(
      confidentiality.redactQuotes(
        secrets.redact(
          `Not in Git LFS, although .gitattributes assigns them to it: ${showPaths(found)}. The pull request says what to do.`,
        ),
      ),
    )
  return lfsSection(found, { secrets, repositoryUrl: controlPlane.assignment.repository.url })
}

async function haveSameTree(repository: Repository, ...ids: readonly string[]): Promise<boolean> {
  const trees = await Promise.all(ids.map((id) => treeOf(repository, id)))
  return new Set(trees).size === 1
}

const treeOf = async ({ git }: Repository, id: string): Promise<string> =>
  (await must(git(['rev-parse', '--verify', `${id}^{tree}`]))).stdout.trim()
