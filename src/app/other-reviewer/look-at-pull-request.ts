import { hash } from 'node:crypto'
import { z } from 'zod'
import type { Job } from '../domain/job.ts'
import { takeContent } from '../feedback/content-budget.ts'
import { mayWrite } from '../github/conversation.ts'
import { doubtRefusal, doubtWrite } from '../github/doubt.ts'
import { GithubRefused, GithubUnavailable } from '../github/errors.ts'
import type { CheckRunFields, PullRequest } from '../github/pull-request.ts'
import type { RepositoryRef } from '../github/repository.ts'
import { otherReviewerKeys } from '../job-store/job-commit.ts'
import { jobKeys, loadJob } from '../job-store/job-record.ts'
import { ONBOARDING_BRANCH } from '../onboarding/describe-onboarding.ts'
import { readPermissions, recordPermissions } from '../projects/installed-projects.ts'
import { readOrganisation, storedOrganisation } from '../projects/organisation-settings.ts'
import { loadProject, type Project, type ProjectWork, repositoryRef } from '../projects/project.ts'
import type { QueueKey } from '../store/keys.ts'
import type { Entry, Write } from '../store/store.ts'
import {
  describeVerdicts,
  isApproved,
  OTHER_REVIEWER_CHECK,
  type PullVerdict,
  type Verdict,
} from './describe-verdict.ts'
import { approvalsOf, asFirstSeen, judgeReviews, type Reviewer, type WhyNot } from './judge-reviews.ts'
import { type Senders, sendersOf } from './prompt-senders.ts'
import {
  type Head,
  headCheck,
  headWrite,
  pullWrite,
  readHead,
  readPulls,
  readSince,
  type SeenPull,
} from './records.ts'

/** Why a pull request is checked: the value of an entry in the queue. */
const Look = z.enum([
  '',
  /** Once more, in case GitHub showed the first look what was before the webhook. */
  'confirm',
  /** Somebody re-ran the check run. */
  'rerequested',
])

/** How long one server has for a look. */
const LEASE_MS = 60_000
const AGAIN_MS = 5_000
const CONFIRM_MS = 20_000
/** People whose rights GitHub is asked about in one look. */
const MAX_ASKED = 20
/** Pull requests with the same head that are judged. */
const MAX_SAME_HEAD = 20

/** Whether the settings of the repository or of its organisation require somebody else. Asks GitHub for the latter if they are old. */
export const isRequired = async (deps: ProjectWork, project: Project): Promise<boolean> =>
  project.config?.requireOtherReviewer === true ||
  (await readOrganisation(deps, project)).settings['require-other-reviewer'] === true

/** As `isRequired`, without a question to GitHub. True if it is not known. */
export async function mayBeRequired(
  { store }: Pick<ProjectWork, 'store'>,
  { config, accountId }: Project,
): Promise<boolean> {
  if (config === null || config.requireOtherReviewer === true) return true
  const { settings, isKnown } = await storedOrganisation(store, accountId)
  return !isKnown || settings['require-other-reviewer'] === true
}

/**
 * Reads from GitHub who approved the head of a pull request, and shows it as a check run. Moves or deletes the entry. A webhook is
 * only a reason to look. Whatever stays in doubt does not pass.
 */
export async function lookAtPullRequest(deps: ProjectWork, due: QueueKey, entry: Entry): Promise<void> {
  const again = await lookOrRetry(deps, due, Look.parse(entry.value))
  const set =
    again === null
      ? []
      : [{ key: otherReviewerKeys.pull(due.project, Number(due.id), again.at), value: again.why }]
  await deps.store.commit({ del: [entry.key], set })
}

interface Again {
  /** Epoch milliseconds. */
  readonly at: number
  readonly why: z.infer<typeof Look>
}

async function lookOrRetry(
  deps: ProjectWork,
  { project: id, id: number }: QueueKey,
  why: z.infer<typeof Look>,
): Promise<Again | null> {
  const project = await loadProject(deps.store, id)
  const repository = project && repositoryRef(project)
  if (project === null || repository === null) return null
  const again = (at: number): Again => ({ at: Math.max(at, deps.now() + AGAIN_MS), why })
  try {
    if (!(await isRequired(deps, project))) return null
    const { checks } = await readPermissions(deps.store, repository.installationId)
    if (checks !== 'write') {
      reportMissingPermission(deps, repository)
      return null
    }
    const pull = await deps.github.readPullRequest(repository, Number(number))
    if (pull === null || pull.state !== 'open') return null
    const shown = await showVerdict(deps, { project, repository, pull, isForced: why === 'rerequested' })
    if (shown.kind === 'later') return again(shown.at)
    return shown.isOurs && why === '' ? { at: deps.now() + CONFIRM_MS, why: 'confirm' } : null
  } catch (error) {
    if (error instanceof GithubUnavailable) return again(error.retryAt)
    if (!(error instanceof GithubRefused)) throw error
    const at = await doubtRefusal(deps, repository, error)
    if (at !== null) return again(at)
    deps.log.warn(
      { project: id, pull: number, code: error.reason.code },
      'who approved a pull request is not known',
    )
    return null
  }
}

interface About {
  readonly project: Project
  readonly repository: RepositoryRef
  readonly pull: PullRequest
  /** The check run is written even if it shows the same. */
  readonly isForced: boolean
}

type Shown =
  | { readonly kind: 'shown'; readonly isOurs: boolean }
  | { readonly kind: 'later'; readonly at: number }

/** Takes the lease before it reads reviews: of two looks, the one that read first must not write last. */
async function showVerdict(deps: ProjectWork, about: About): Promise<Shown> {
  const { store, now } = deps
  const { project, pull } = about
  const { raw, head } = await readHead(store, project.id, pull.headSha)
  if (head !== null && head.busyUntil > now() && head.busyUntil <= now() + LEASE_MS)
    return { kind: 'later', at: head.busyUntil }
  const before: Head = head ?? { id: null, digest: '', isPassed: false, busyUntil: 0, pulls: [] }
  const busyUntil = now() + LEASE_MS
  const leased = { ...before, busyUntil, pulls: [...new Set([...before.pulls, pull.number])] }
  const lease = headWrite(project.id, pull.headSha, leased, now())
  const checks = [headCheck(project.id, pull.headSha, raw)]
  if (!(await store.commit({ checks, set: [lease] }))) return { kind: 'later', at: now() }
  let after: Head = { ...leased, busyUntil: 0 }
  let seen: readonly Write[] = []
  try {
    const judged = await judgeHead(deps, about, leased.pulls)
    seen = judged.seen
    const written = await writeCheck(deps, about, { head: leased, ...judged })
    if (written.kind === 'later') return written
    after = { ...after, ...written.head }
    return { kind: 'shown', isOurs: judged.isOurs }
  } finally {
    await store.commit({
      checks: [headCheck(project.id, pull.headSha, lease.value)],
      set: [headWrite(project.id, pull.headSha, after, now()), ...seen],
    })
  }
}

interface Judged {
  readonly fields: CheckRunFields
  readonly isOurs: boolean
  readonly isPassed: boolean
  readonly seen: readonly Write[]
}

/** A check run is of a commit, so it passes only if each open pull request with this head may be merged. */
async function judgeHead(deps: ProjectWork, about: About, known: readonly number[]): Promise<Judged> {
  const verdicts: PullVerdict[] = []
  const seen: Write[] = []
  for (const pull of await pullsWithHead(deps, about, known)) {
    const { verdict, record } = await judgePull(deps, about, pull)
    verdicts.push({ ...verdict, number: pull.number })
    seen.push(pullWrite(about.project.id, pull.number, record, deps.now()))
  }
  const isOurs = verdicts.some(({ kind }) => kind !== 'not-ours')
  const fields = describeVerdicts(verdicts, about.pull.headSha)
  return { fields, isOurs, isPassed: isApproved(verdicts), seen }
}

/** What GitHub lists may be late, so those that are known from webhooks are read, too. */
async function pullsWithHead(
  { github }: ProjectWork,
  { repository, pull }: About,
  known: readonly number[],
): Promise<PullRequest[]> {
  const listed = (await github.listPullRequestsOf(repository, pull.headSha)) ?? []
  const found = new Map([...listed, pull].map((one) => [one.number, one]))
  for (const number of known.slice(-MAX_SAME_HEAD)) {
    if (found.has(number)) continue
    const one = await github.readPullRequest(repository, number)
    if (one !== null) found.set(number, one)
  }
  return [...found.values()]
    .filter(({ state, headSha, baseRepositoryId }) => {
      return state === 'open' && headSha === pull.headSha && baseRepositoryId === repository.id
    })
    .slice(0, MAX_SAME_HEAD)
}

async function judgePull(
  deps: ProjectWork,
  { project, repository }: About,
  pull: PullRequest,
): Promise<{ readonly verdict: Verdict; readonly record: SeenPull }> {
  const [before = null] = await readPulls(deps.store, project.id, [pull.number])
  const isSameBase = before === null || before.base === pull.baseBranch
  const baseSince = isSameBase ? (before?.baseSince ?? 0) : deps.now()
  const asked = await whoAsked(deps, project, repository, pull)
  const { approvals = [] } = before ?? {}
  const unread = { sha: pull.headSha, base: pull.baseBranch, baseSince, approvals, isOurs: asked !== null }
  if (asked === null) return { verdict: { kind: 'not-ours' }, record: unread }
  if (asked.isUnknown) return { verdict: { kind: 'unknown' }, record: unread }
  const reviews = asFirstSeen(await deps.github.listReviews(repository, pull.number), approvals)
  const record = { ...unread, approvals: approvalsOf(reviews) }
  const wanted = {
    sha: pull.headSha,
    since: baseSince,
    senders: new Set(asked.people),
    authorId: pull.authorId,
  }
  const { candidates, others } = judgeReviews(reviews, wanted)
  const without: (Reviewer & { why: WhyNot })[] = []
  for (const reviewer of candidates.slice(0, MAX_ASKED)) {
    // The right of the moment, not that of the review.
    const right = await deps.github.permissionOf(repository, reviewer.login)
    if (mayWrite(right, reviewer.id))
      return { verdict: await approvedBy(deps, project, repository, pull, reviewer), record }
    without.push({ ...reviewer, why: 'no-write-access' })
  }
  return { verdict: { kind: 'waiting', others: [...without, ...others] }, record }
}

/**
 * A check run cannot tell for which base its commit was approved, and a base is changed faster than the server sees it. So a base that
 * nothing protects, such as a copy of the change, lets nothing pass.
 */
async function approvedBy(
  { github }: ProjectWork,
  { defaultBranch }: Project,
  repository: RepositoryRef,
  { baseBranch: base }: PullRequest,
  by: Reviewer,
): Promise<Verdict> {
  const isGuarded = base === defaultBranch || (await github.isProtected(repository, base))
  return isGuarded ? { kind: 'approved', by } : { kind: 'approved-for', by, base }
}

/**
 * Who sent the prompts of the jobs that worked on a pull request: the one that opened it, and those whose pull requests were merged
 * into its branch before somebody else approved them. `null`: none did.
 */
async function whoAsked(
  deps: ProjectWork,
  project: Project,
  repository: RepositoryRef,
  pull: PullRequest,
): Promise<Pick<Senders, 'people' | 'isUnknown'> | null> {
  const opened = await jobOf(deps, repository, pull.number)
  const merged =
    pull.headRepositoryId === repository.id ? await mergedInto(deps, project, repository, pull) : []
  const jobs = [...(opened === null ? [] : [opened]), ...merged]
  const isOfApp = pull.authorId === (await deps.github.identity()).botId
  // Nobody asks for the pull request that adds the workflow file. Of any other, the job is not known yet.
  const isOrphan = isOfApp && opened === null && pull.headBranch !== ONBOARDING_BRANCH
  if (jobs.length === 0 && !isOfApp) return null
  const senders: Senders[] = []
  for (const job of jobs) senders.push(await sendersOf(deps, job, project))
  return {
    people: senders.flatMap(({ people }) => people),
    isUnknown: isOrphan || senders.some(({ isUnknown }) => isUnknown),
  }
}

const JobOfPullRequest = z.object({ project: z.string(), job: z.string() })

async function jobOf({ store }: ProjectWork, { id }: RepositoryRef, number: number): Promise<Job | null> {
  const stored = await store.get(jobKeys.ofPullRequest(id, number))
  const found = stored === undefined ? null : await loadJob(store, JobOfPullRequest.parse(JSON.parse(stored)))
  return found?.job ?? null
}

/** The jobs whose pull requests were merged into the branch of this one, and that nobody else had approved. */
async function mergedInto(
  deps: ProjectWork,
  project: Project,
  repository: RepositoryRef,
  pull: PullRequest,
): Promise<Job[]> {
  const closed = await deps.github.listClosedPullRequestsInto(repository, pull.headBranch)
  const since = await readSince(deps.store, project.id)
  const jobs: Job[] = []
  for (const { number, headSha, merged, endedAt = 0 } of closed) {
    const job = merged ? await jobOf(deps, repository, number) : null
    if (job === null) continue
    const { head } = await readHead(deps.store, project.id, headSha)
    const wasAskedHere = job.origin.kind === 'github' && job.origin.issue === pull.number
    // Of what was merged before the setting was on, only the work that was asked for here counts.
    const isJudged = head !== null || (since !== null && endedAt >= since)
    if (isJudged ? head?.isPassed !== true : wasAskedHere) jobs.push(job)
  }
  return jobs
}

type WrittenCheck =
  | { readonly kind: 'written'; readonly head: Pick<Head, 'id' | 'digest' | 'isPassed'> }
  | { readonly kind: 'later'; readonly at: number }

async function writeCheck(
  deps: ProjectWork,
  { repository, pull: { headSha }, isForced }: About,
  { head, fields, isPassed }: { readonly head: Head } & Pick<Judged, 'fields' | 'isPassed'>,
): Promise<WrittenCheck> {
  const { github, now } = deps
  const digest = hash('sha256', JSON.stringify(fields))
  const same = { kind: 'written', head: { id: head.id, digest, isPassed } } as const
  if (head.id !== null && head.digest === digest && !isForced) return same
  const busyUntil = await takeContent(deps, repository.installationId, { kind: 'end', count: 1 })
  if (busyUntil !== null) return { kind: 'later', at: busyUntil }
  const named = { name: OTHER_REVIEWER_CHECK, headSha, externalId: EXTERNAL_ID }
  // The response to an earlier creation may be lost.
  const id = head.id ?? (await github.findCheckRun(repository, named))
  if (now() >= head.busyUntil) return { kind: 'later', at: now() }
  const written =
    id === null
      ? await github.createCheckRun(repository, { ...named, ...fields })
      : await github.updateCheckRun(repository, id, fields)
  if (written.kind === 'written') return { ...same, head: { ...same.head, id: written.id } }
  const at = await doubtWrite(deps, repository, 'require-other-reviewer', written)
  if (at !== null) return { kind: 'later', at }
  if (written.kind === 'not-granted') {
    reportMissingPermission(deps, repository)
    await recordPermissions(deps.store, repository.installationId, ({ checks: _, ...granted }) => granted)
  } else deps.log.warn({ sha: headSha, detail: written.detail }, 'GitHub refuses a check run')
  // It may have been deleted: the next look creates another one.
  return { kind: 'written', head: { id: null, digest: '', isPassed: false } }
}

const EXTERNAL_ID = 'require-other-reviewer'

const reportMissingPermission = ({ log }: ProjectWork, { installationId }: RepositoryRef): void =>
  log.warn(
    { installation: installationId },
    'the installation has not granted checks: write, so require-other-reviewer shows no check and nothing passes it',
  )
