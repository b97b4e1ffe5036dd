import { z } from 'zod'
import type { Job } from '../../domain/job.ts'
import { isEnded } from '../../domain/run.ts'
import { doubtAbsence, withDoubt } from '../../github/doubt.ts'
import { GithubRefused, GithubUnavailable } from '../../github/errors.ts'
import { loadJob } from '../../job-store/job-record.ts'
import type { Attached } from '../../job-store/messages.ts'
import type { AdmissionRefusal, WorkRequest } from '../../jobs/admit-request.ts'
import { createJob } from '../../jobs/create-job.ts'
import { type SendMessageOutcome, sendMessage } from '../../jobs/send-message.ts'
import { isHiddenAsMuch, isReader } from '../../projects/list-projects.ts'
import type { Watch } from '../../projects/parse-project-config.ts'
import { loadProject, type Project, repositoryRef } from '../../projects/project.ts'
import { refreshProject } from '../../projects/refresh-project.ts'
import { dueLater, type QueueKey } from '../../store/keys.ts'
import { type Commit, commitWithRetry, type Entry, mergeCommits } from '../../store/store.ts'
import type { TriggerWork } from '../authorize-request.ts'
import {
  isSameMerge,
  type PendingMerge,
  type PendingMerges,
  pendingWrite,
  readPending,
  watchKeys,
} from './pending-merges.ts'

/** Interval for checking a spent budget again, which may have been raised. */
const LOOK_AGAIN_MS = 3_600_000

type Started = { readonly kind: 'job'; readonly id: string } | { readonly kind: 'nothing' } | Later
interface Later {
  readonly kind: 'later'
  readonly at: number
}

/** The quiet time of a group is over: its merges become one request. */
export async function startWatchedWork(
  deps: TriggerWork,
  { project: id, id: group }: QueueKey,
  entry: Entry,
): Promise<void> {
  const { store, log } = deps
  const [project, { raw, pending }] = await Promise.all([
    loadProject(store, id),
    readPending(store, id, group),
  ])
  // A merge has moved the time meanwhile.
  if (pending === null || pending.entry !== entry.key) {
    await store.commit({ del: [entry.key] })
    return
  }
  const started = await tryToStart(deps, project, group, pending)
  const key = watchKeys.pending(id, group)
  const checks = [{ key, value: raw }]
  if (started.kind === 'later') {
    const next = dueLater(entry.key, started.at)
    const value = JSON.stringify({ ...pending, entry: next })
    await store.commit({
      checks,
      set: [
        { key, value },
        { key: next, value: '' },
      ],
      del: [entry.key],
    })
    return
  }
  const { kind } = started
  log.info({ group, merges: pending.merges.length, ...started }, 'the quiet time after merges is over')
  const job =
    kind === 'job' ? [{ key: watchKeys.job(id, group), value: JSON.stringify({ job: started.id }) }] : []
  await commitWithRetry(store, `merges of group ${group} of ${id}`, async () => ({
    commit: mergeCommits({ set: job, del: [entry.key] }, await withoutStarted(deps, id, group, pending)),
    result: undefined,
  }))
}

/** Part of a commit that removes these merges. A merge that arrived meanwhile waits for its own run. */
async function withoutStarted(
  { store, now }: TriggerWork,
  project: string,
  group: string,
  { merges: started }: PendingMerges,
): Promise<Commit> {
  const { raw, pending } = await readPending(store, project, group)
  const key = watchKeys.pending(project, group)
  const checks = [{ key, value: raw }]
  if (pending === null) return { checks }
  const left = pending.merges.filter((one) => !started.some((other) => isSameMerge(one, other)))
  if (left.length === 0) return { checks, del: [key, pending.entry] }
  return { checks, set: [pendingWrite(project, group, { ...pending, firstAt: now(), merges: left }, now())] }
}

async function tryToStart(
  deps: TriggerWork,
  project: Project | null,
  group: string,
  pending: PendingMerges,
): Promise<Started> {
  try {
    if (project === null) return { kind: 'nothing' }
    return await withDoubt(deps, repositoryRef(project), () => start(deps, project, group, pending))
  } catch (error) {
    if (error instanceof GithubUnavailable) return { kind: 'later', at: error.retryAt }
    if (!(error instanceof GithubRefused)) throw error
    deps.log.warn({ group, reason: error.reason }, 'merges start no work: GitHub refuses what it needs')
    return { kind: 'nothing' }
  }
}

async function start(
  deps: TriggerWork,
  project: Project,
  group: string,
  { firstAt, merges: pending }: PendingMerges,
): Promise<Started> {
  const reader = await refreshProject(deps, project)
  const watches = (reader.config.watch ?? []).filter((watch) => watch.group === group)
  const merges = watches.length === 0 ? [] : await readable(deps, reader, pending)
  const [first] = merges
  if (first === undefined) return { kind: 'nothing' }
  const work: WorkRequest = {
    project: reader,
    origin: { kind: 'watch', id: first.project, name: first.repository },
    // A server that ends before it forgets these merges repeats the same request.
    idempotencyKey: {
      source: `watch-${group}-${firstAt}-${pending.length}`,
      repositoryId: project.repositoryId,
    },
  }
  const given = { ...work, ...watchPrompt(watches, merges) }
  const open = await openJob(deps, project, group)
  const outcome = open === null ? null : await sendMessage(deps, { ...given, job: open.id })
  const isPossible = outcome !== null && !['archived', 'full', 'absent'].includes(outcome.kind)
  return afterAdmission(
    deps,
    isPossible ? outcome : await createJob(deps, { ...given, ref: null, model: null, draft: null }),
  )
}

/** The merges that the project may still read: settings and visibility of either side may have changed. */
async function readable(
  deps: TriggerWork,
  reader: Project,
  merges: readonly PendingMerge[],
): Promise<PendingMerge[]> {
  const { store, log } = deps
  const allowed = new Set<string>()
  for (const id of new Set(merges.map((merge) => merge.project))) {
    const watched = await loadProject(store, id)
    if (watched === null || repositoryRef(watched) === null || watched.accountId !== reader.accountId)
      continue
    const fresh = await refreshWatched(deps, watched)
    if (fresh !== null && isReader(fresh, reader) && isHiddenAsMuch(reader, fresh)) allowed.add(id)
    else log.warn({ watched: id }, 'merges are ignored: the repository may no longer be read')
  }
  return merges.filter((merge) => allowed.has(merge.project))
}

/** `null`: GitHub refuses it, and does not take that back. The merges of other repositories still count. */
async function refreshWatched(deps: TriggerWork, watched: Project): Promise<Project | null> {
  try {
    return await withDoubt(deps, repositoryRef(watched), () => refreshProject(deps, watched))
  } catch (error) {
    if (error instanceof GithubRefused) return null
    throw error
  }
}

const LookUp = z.looseObject({ job: z.string() })

/** The job of the group, while it works or its pull request is open; `null`: a new job is to be started. */
async function openJob(deps: TriggerWork, project: Project, group: string): Promise<Job | null> {
  const { store, github } = deps
  const stored = await store.get(watchKeys.job(project.id, group))
  if (stored === undefined) return null
  const key = { project: project.id, job: LookUp.parse(JSON.parse(stored)).job }
  const job = (await loadJob(store, key))?.job ?? null
  if (job === null || job.archivedAt !== null) return null
  if (!isEnded(job.run)) return job
  const repository = repositoryRef(project)
  if (job.pullRequest === null || repository === null) return null
  const { number } = job.pullRequest
  const pull = await github.readPullRequest(repository, number)
  if (pull === null) await doubtAbsence(deps, repository, `pull request ${number}`)
  return pull?.state === 'open' ? job : null
}

function afterAdmission({ now, log }: TriggerWork, outcome: SendMessageOutcome): Started {
  switch (outcome.kind) {
    case 'accepted':
      return { kind: 'job', id: outcome.id }
    case 'rate-limited':
    case 'budget-exhausted':
      log.warn({ refusal: outcome.kind }, 'merges wait: no work is admitted now')
      return { kind: 'later', at: laterAt(outcome, now()) }
    case 'app-not-installed':
    case 'idempotency-conflict':
    case 'archived':
    case 'full':
    case 'absent':
      return { kind: 'nothing' }
  }
}

const laterAt = (
  refusal: Extract<AdmissionRefusal, { kind: 'rate-limited' | 'budget-exhausted' }>,
  now: number,
): number =>
  refusal.kind === 'rate-limited'
    ? Math.max(now + 1_000, refusal.allowance.resetAt)
    : now + Math.min(LOOK_AGAIN_MS, refusal.budget.resetSeconds * 1_000)

/** The prompt of a group, and what comes with it. Pure. */
function watchPrompt(
  watches: readonly Pick<Watch, 'prompt'>[],
  merges: readonly PendingMerge[],
): { readonly prompt: string; readonly attached: Attached } {
  const prompts = [...new Set(watches.map(({ prompt }) => prompt.trim()))]
  const names = merges.map(nameOf)
  return {
    prompt: [
      ...prompts,
      [
        'These pull requests were merged in other repositories. What they changed is in the data.',
        ...names.map((name) => `- ${name}`),
        'Change only what they make necessary in this repository. If they make nothing necessary, change nothing.',
      ].join('\n'),
    ].join('\n\n'),
    attached: {
      material: merges.flatMap((merge) =>
        merge.text === '' ? [] : [{ of: `the changes of ${nameOf(merge)}`, text: merge.text }],
      ),
      sources: merges.map(({ repository, number }) => ({ repository, number })),
    },
  }
}

const nameOf = ({ repository, number }: PendingMerge): string => `${repository}#${number}`
