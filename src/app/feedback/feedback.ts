import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Limits } from '../../contract/runner-protocol/assignment.ts'
import type { Job } from '../domain/job.ts'
import { isEnded } from '../domain/run.ts'
import type { JobKey } from '../domain/run-id.ts'
import { doubtRefusal, doubtWrite } from '../github/doubt.ts'
import { GithubRefused, GithubUnavailable } from '../github/errors.ts'
import type { Github } from '../github/github.ts'
import { feedbackKeys } from '../job-store/job-commit.ts'
import { loadJob } from '../job-store/job-record.ts'
import type { LogContext } from '../log/create-log.ts'
import { type Permissions, readPermissions, recordPermissions } from '../projects/installed-projects.ts'
import { loadProject, type Project, repositoryRef } from '../projects/project.ts'
import type { Entry, TimedStore } from '../store/store.ts'
import { countContent, takeContent } from './content-budget.ts'
import { type Gathered, gatherFacts } from './job-facts.ts'
import {
  type Capabilities,
  commentedIssue,
  DEFAULT_SETTINGS,
  essenceOf,
  type Part,
  planFeedback,
  whenToWrite,
} from './plan-feedback.ts'
import { readShown, type Shown, shownWrite } from './shown.ts'
import { type Target, type WrittenPart, writePart } from './write-part.ts'

/** What people see of jobs on GitHub: a comment where a job was asked for, and check runs on its commits. */
export interface Feedback {
  /** Does the work of an entry of the feedback queue, and moves or deletes it. */
  show(key: JobKey, entry: Entry): Promise<void>
  /** Web address of the newest check run of a job; `null`: it has none. */
  checkRunUrl(job: Pick<Job, 'id' | 'repository'>): Promise<string | null>
}

export const createFeedback = (deps: FeedbackDeps & { readonly logContext: LogContext }): Feedback => ({
  show: (key, entry) => deps.logContext.within({ ...key }, () => showJob(deps, key, entry)),
  async checkRunUrl({ id: job, repository }) {
    const { shown } = await readShown(deps.store, job)
    const newest = shown.checkRuns.findLast(({ id, isGone }) => id !== null && !isGone)
    return newest === undefined ? null : `${repository}/runs/${newest.id}`
  },
})

export interface FeedbackDeps extends TimedStore {
  /** Limits of a run, unless the settings of the project name others. */
  readonly limits: Limits
  readonly github: Github
  readonly log: Logger
}

/** How long one server has to write before another one may try. */
const LEASE_MS = 60_000
const LOOK_EVERY_MS = 30_000
/** After a limit or an outage, ends are written first. */
const PROGRESS_LATER_MS = 10_000

/** A look at a job that may have changed: its state, and what GitHub shows of it. */
interface Look extends Gathered {
  readonly key: JobKey
  readonly entry: Entry
  readonly raw: string | null
  readonly shown: Shown
  readonly target: Target
  readonly parts: readonly Part[]
}

/**
 * Shows on GitHub what has changed about a job, and keeps an entry in the queue until its end is shown. Never changes the
 * job. Repeating it is harmless: it writes only what differs from the record.
 */
export async function showJob(deps: FeedbackDeps, key: JobKey, entry: Entry): Promise<void> {
  const look = await lookAt(deps, key, entry)
  if (look === null) {
    await deps.store.commit({ del: [entry.key] })
    return
  }
  const { parts, shown } = look
  if (parts.length === 0) return settle(deps, look, shown, nextLook(deps, look))
  const now = deps.now()
  const at = whenToWrite(parts, shown, essenceOf(look.facts), now)
  if (at > now) return settle(deps, look, shown, at)
  const busyUntil = await takeRoom(deps, look)
  if (busyUntil !== null) return settle(deps, look, shown, busyUntil)
  const leased = await lease(deps, look)
  if (leased !== null) await writeAll(deps, leased)
}

/** `null`: there is nothing to show. */
async function lookAt(deps: FeedbackDeps, key: JobKey, entry: Entry): Promise<Look | null> {
  const found = await loadJob(deps.store, key)
  const project = await loadProject(deps.store, key.project)
  const repository = project && repositoryRef(project)
  if (found === null || project === null || repository === null) return null
  const can = capabilitiesOf(project, await readPermissions(deps.store, repository.installationId))
  if (!can.comment && !can.checkRun && !can.pullRequest) return null
  const { job } = found
  const { raw, shown } = await readShown(deps.store, job.id)
  const gathered = await gatherFacts(deps, job, project, shown)
  const settings = project.config?.pullRequest ?? DEFAULT_SETTINGS
  const wanted = planFeedback(gathered.facts, gathered.runs, shown, can, settings)
  const parts = wanted.filter((part) => part.before?.digest !== digestOf(part))
  const target = { repository, defaultBranch: project.defaultBranch, job }
  return { ...gathered, key, entry, raw, shown, target, parts }
}

/** What the owner of the installation has granted, and the settings of the project do not switch off. */
const capabilitiesOf = ({ config }: Project, granted: Permissions): Capabilities => ({
  comment: granted.issues === 'write' && config?.feedback.comment !== false,
  checkRun: granted.checks === 'write' && config?.feedback.checkRun !== false,
  pullRequest: granted.pull_requests === 'write',
})

/** While its run is open and something of it is shown, a job stays due. Its next change makes its own entry. */
function nextLook({ now }: FeedbackDeps, { facts, target, parts, shown }: Look): number | null {
  if (isEnded(facts.current.run)) return null
  const isShown = commentedIssue(facts, shown) !== null || parts.length > 0 || hasOpenCheckRun(shown)
  return isShown && target.job.archivedAt === null ? now() + LOOK_EVERY_MS : null
}

const hasOpenCheckRun = ({ checkRuns }: Shown): boolean =>
  checkRuns.some(({ isCompleted, isGone }) => !isCompleted && !isGone)

/** Counts what is about to be written. Returns `null`, or when there is room for it. */
async function takeRoom(deps: FeedbackDeps, { parts, shown, target }: Look): Promise<number | null> {
  const { repository, job } = target
  const opened = job.pullRequest !== null && job.pullRequest.number !== shown.pullRequest
  if (opened) await countContent(deps, repository.installationId, 1)
  const kind = parts.some(({ isFinal }) => isFinal) ? 'end' : 'progress'
  return takeContent(deps, repository.installationId, { kind, count: parts.length })
}

/** Notes what is about to be created, and takes the entry until then. `null`: another server was faster. */
async function lease(deps: FeedbackDeps, look: Look): Promise<Look | null> {
  const next = feedbackKeys.show(look.key, deps.now() + LEASE_MS)
  const begun = look.parts.filter(({ before }) => before?.id == null).map(({ key }) => key)
  const shown: Shown = {
    ...look.shown,
    next,
    begun: [...new Set([...look.shown.begun, ...begun])],
    pullRequest: look.target.job.pullRequest?.number ?? null,
  }
  const raw = await commitShown(deps, look, shown)
  // A comment or check run whose creation was recorded earlier may already exist; one recorded now does not.
  return raw === null
    ? null
    : { ...look, raw, entry: { key: next, value: '' }, shown: { ...shown, begun: look.shown.begun } }
}

async function writeAll(deps: FeedbackDeps, look: Look): Promise<void> {
  const { parts, shown, target, facts } = look
  const essence = essenceOf(facts)
  let now: Shown = { ...shown, ...look.prompts }
  for (const part of parts) {
    const written = await tryToWrite(deps, look, part)
    if (written.kind === 'later') {
      const at = written.at + (part.isFinal ? 0 : PROGRESS_LATER_MS)
      const unsure = parts.filter((part) => part.before?.id == null && !isWritten(now, part))
      return settle(deps, look, { ...now, begun: unsure.map(({ key }) => key) }, at)
    }
    now = afterWrite({ ...now, at: deps.now(), essence }, part, written)
    await reportRefusal(deps, target, part, written)
  }
  const { run } = facts.current
  const through = isEnded(run) ? run.number : Math.max(now.through, run.number - 1)
  await settle(deps, look, { ...now, begun: [], through }, nextLook(deps, look))
}

async function tryToWrite(
  deps: FeedbackDeps,
  { shown, target }: Look,
  part: Part,
): Promise<WrittenPart | { readonly kind: 'later'; readonly at: number }> {
  const { repository } = target
  const again = (at: number) => ({ kind: 'later', at: Math.max(at, deps.now() + 5_000) }) as const
  try {
    const written = await writePart(deps.github, target, part, shown.begun.includes(part.key))
    const at = written.kind === 'elsewhere' ? null : await doubtWrite(deps, repository, part.kind, written)
    return at === null ? written : again(at)
  } catch (error) {
    if (error instanceof GithubUnavailable) return again(error.retryAt)
    if (!(error instanceof GithubRefused)) throw error
    const at = await doubtRefusal(deps, repository, error)
    return at === null ? { kind: 'refused', detail: error.message } : again(at)
  }
}

const PERMISSIONS = {
  comment: 'issues',
  answer: 'issues',
  'check-run': 'checks',
  'pull-request': 'pull_requests',
} as const

async function reportRefusal(
  { log, store }: FeedbackDeps,
  { repository, job }: Target,
  part: Part,
  written: WrittenPart,
): Promise<void> {
  if (written.kind === 'written' || written.kind === 'elsewhere') return
  const about = { job: job.id, installation: repository.installationId, detail: written.detail }
  if (written.kind === 'refused') {
    log.info(about, `GitHub refuses the ${part.kind} of a job; the job continues without it`)
    return
  }
  const permission = PERMISSIONS[part.kind]
  log.warn(about, `the installation has not granted ${permission}: write, so jobs show no ${part.kind}`)
  await recordPermissions(store, repository.installationId, ({ [permission]: _, ...granted }) => granted)
}

/** Ends a look. `at`: when to look again; `null`: nothing is left to show. */
async function settle(deps: FeedbackDeps, look: Look, shown: Shown, at: number | null): Promise<void> {
  const next = at === null ? null : feedbackKeys.show(look.key, at)
  await commitShown(deps, look, { ...shown, next })
}

/**
 * Replaces the entry of this look, and the one that an earlier look has left, with the one that the record names: a job
 * has at most one, beside those of its own changes. Returns the stored value; `null`: another server has written it.
 */
async function commitShown(
  { store, now }: FeedbackDeps,
  { key, entry, raw, shown: before }: Look,
  shown: Shown,
): Promise<string | null> {
  const write = shownWrite(key.job, shown, now())
  const obsolete = [entry.key, ...(before.next === null ? [] : [before.next])]
  const done = await store.commit({
    checks: [{ key: feedbackKeys.shown(key.job), value: raw }],
    set: [write, ...(shown.next === null ? [] : [{ key: shown.next, value: '' }])],
    del: obsolete.filter((old) => old !== shown.next),
  })
  return done ? write.value : null
}

/** Of what a part shows, so that it is written only if that has changed. */
function digestOf(part: Part): string {
  return createHash('sha256').update(contentOf(part)).digest('hex')
}

function contentOf(part: Part): string {
  switch (part.kind) {
    case 'comment':
    case 'answer':
      return part.text
    case 'check-run':
      return JSON.stringify(part.fields)
    case 'pull-request':
      return JSON.stringify(part.people)
  }
}

/** Whether a part that had no id has one now. */
const isWritten = ({ comment, answered, checkRuns }: Shown, part: Part): boolean => {
  if (part.kind === 'comment') return comment?.id != null
  if (part.kind === 'answer') return part.run <= answered
  return checkRuns.some((one) => checkKey(one) === part.key && one.id !== null)
}

const checkKey = ({ run, sha }: { readonly run: number; readonly sha: string }): string =>
  `check-run/${run}/${sha}`

const MAX_CHECK_RUNS = 10

/** The record after GitHub has answered a write. Pure. */
function afterWrite(shown: Shown, part: Part, written: WrittenPart): Shown {
  const id = written.kind === 'written' ? written.id : (part.before?.id ?? null)
  // A permission that is missing now may be granted before the next run.
  const isGone = written.kind === 'refused' || written.kind === 'elsewhere'
  const state = { ...part.before, id, isGone, digest: written.kind === 'written' ? digestOf(part) : '' }
  if (part.kind === 'comment') return { ...shown, comment: state }
  if (part.kind === 'answer') return { ...shown, answered: part.run }
  if (part.kind === 'pull-request') return { ...shown, prepared: part.number }
  const others = shown.checkRuns.filter((one) => checkKey(one) !== part.key)
  const own = { ...state, run: part.run, sha: part.sha, isCompleted: part.isFinal }
  return { ...shown, checkRuns: [...others, own].slice(-MAX_CHECK_RUNS) }
}
