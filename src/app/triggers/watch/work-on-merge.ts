import { z } from 'zod'
import type { Comparison } from '../../../settings/match-name.ts'
import { matchPaths } from '../../../settings/match-paths.ts'
import { withDoubt } from '../../github/doubt.ts'
import { GithubRefused, GithubUnavailable } from '../../github/errors.ts'
import type { ChangedFile } from '../../github/repository.ts'
import { triggerKeys } from '../../job-store/idempotency.ts'
import { jobKeys, loadJob } from '../../job-store/job-record.ts'
import { filterInTurns, TooManySteps } from '../../projects/filter-in-turns.ts'
import { allProjects, isHiddenAsMuch, isReader, repositoryOf } from '../../projects/list-projects.ts'
import type { Watch } from '../../projects/parse-project-config.ts'
import { loadProject, type Project, type ProjectWork, repositoryRef } from '../../projects/project.ts'
import { dueLater, type QueueKey } from '../../store/keys.ts'
import type { KnownFields } from '../../store/parse-records.ts'
import { type Commit, commitWithRetry, type Entry, mergeCommits, type Store } from '../../store/store.ts'
import { describeMerge } from './describe-merge.ts'
import { addMerge, type PendingMerge, pendingWrite, readPending, watchKeys } from './pending-merges.ts'

/** A pull request that was merged into the default branch, as its webhook brought it. */
export const Merge = z.looseObject({
  number: z.int(),
  title: z.string(),
  body: z.string(),
  /** When the webhook arrived, epoch milliseconds. */
  at: z.int(),
})
export type Merge = KnownFields<z.infer<typeof Merge>>

/** Names the merge within its repository. */
const mergeId = (number: number): string => `merge-${number}`

const MAX_BODY = 10_000

/**
 * Stores a merge for the timers, unless it was worked on before, or no repository may read this one. The readers of a new
 * project are not known yet.
 */
export async function receiveMerge(
  deps: { readonly store: Store; readonly onDue: () => void },
  project: Project,
  merge: Merge,
): Promise<void> {
  if (project.config !== null && (project.config.readers ?? []).length === 0) return
  const id = mergeId(merge.number)
  const value: Merge = { ...merge, body: merge.body.slice(0, MAX_BODY).toWellFormed() }
  const key = triggerKeys.due(merge.at, { kind: 'merge', project: project.id, id })
  await deps.store.commit({
    checks: [{ key: triggerKeys.source(project.repositoryId, id), value: null }],
    set: [{ key, value: JSON.stringify(value) }],
  })
  deps.onDue()
}

/** After a longer outage of GitHub, a merge starts no work. */
const KEPT_MS = 24 * 3_600_000
/** How long a merge waits for settings that were never read. After an installation, the server reads them within seconds. */
const SETTINGS_MS = 5 * 60_000
const SETTINGS_STEP_MS = 15_000
/** Longer than GitHub redelivers its webhook. */
const REMEMBERED_MS = 7 * 24 * 3_600_000

/** Adds a merge to the groups of all projects that watch what it changed. Each merge counts once. */
export async function workOnMerge(deps: ProjectWork, due: QueueKey, entry: Entry): Promise<void> {
  const { store, log, now } = deps
  const merge = Merge.parse(JSON.parse(entry.value))
  const about = { merge: merge.number }
  try {
    const watched = await loadProject(store, due.project)
    const matched = watched === null ? null : await matchMerge(deps, watched, merge)
    if (matched === 'too-early') {
      const again = dueLater(entry.key, now() + SETTINGS_STEP_MS)
      await store.commit({ del: [entry.key], set: [{ key: again, value: entry.value }] })
      return
    }
    await commitWithRetry(store, `merge ${merge.number} of ${due.project}`, async () => ({
      commit: matched === null ? { del: [entry.key] } : await additions(deps, matched, entry),
      result: undefined,
    }))
  } catch (error) {
    if (!(error instanceof GithubUnavailable || error instanceof GithubRefused)) throw error
    const isLater = error instanceof GithubUnavailable && error.retryAt <= merge.at + KEPT_MS
    if (!isLater) log.warn({ ...about, err: error }, 'a merge starts no work: GitHub does not list its files')
    const again = isLater ? dueLater(entry.key, Math.max(error.retryAt, now())) : null
    const set = again === null ? [] : [{ key: again, value: entry.value }]
    await store.commit({ del: [entry.key], set })
  }
}

/** For the globs of one project: at most about a second. 200 globs such as `src/**\/*.ts` and 3,000 files take fewer. */
const MAX_STEPS = 400_000_000

/** A merge, and the groups that it belongs to. */
interface MatchedMerge {
  readonly watched: Project
  readonly merge: Merge
  readonly groups: readonly Group[]
}

/** The watches of a project that share a run, and the files that count for them. */
interface Group {
  readonly project: Project
  readonly watches: readonly Watch[]
  readonly files: readonly ChangedFile[]
}

/** `null`: no project watches it. `too-early`: not all settings are known. */
async function matchMerge(
  deps: ProjectWork,
  watched: Project,
  merge: Merge,
): Promise<MatchedMerge | 'too-early' | null> {
  const { store, github, now } = deps
  const repository = repositoryRef(watched)
  if (repository === null || (await isMadeByWatch(store, watched, merge.number))) return null
  const { watchers, areUnread } = await findWatchers(store, watched)
  if (areUnread && now() <= merge.at + SETTINGS_MS) return 'too-early'
  if (watchers.length === 0) return null
  const files = await withDoubt(deps, repository, () => github.listChangedFiles(repository, merge.number))
  const groups: Group[] = []
  for (const watcher of watchers) groups.push(...(await groupsOf(deps, watcher, files)))
  return { watched, merge, groups }
}

/** Globs that take too many steps start no work of their own project, and do not keep that of others from starting. */
async function groupsOf(
  { log }: ProjectWork,
  { project, watches }: Watcher,
  files: readonly ChangedFile[],
): Promise<Group[]> {
  const budget = { left: MAX_STEPS }
  const groups: Group[] = []
  try {
    for (const ofGroup of Map.groupBy(watches, ({ group }) => group).values()) {
      const seen = await filterInTurns(files, matchWatched(ofGroup), budget)
      if (seen.length > 0) groups.push({ project, watches: ofGroup, files: seen })
    }
    return groups
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error
    log.warn(
      { project: project.id, why: error.message },
      'a merge starts no work of a project that watches it',
    )
    return []
  }
}

const LookUp = z.looseObject({ project: z.string(), job: z.string() })

/** Two repositories that watch each other would never stop. */
async function isMadeByWatch(store: Store, { repositoryId }: Project, number: number): Promise<boolean> {
  const stored = await store.get(jobKeys.ofPullRequest(repositoryId, number))
  if (stored === undefined) return false
  return (await loadJob(store, LookUp.parse(JSON.parse(stored))))?.job.origin.kind === 'watch'
}

/** All groups in one commit with the entry of the merge, so that a repetition after a crash changes nothing. */
async function additions(deps: ProjectWork, matched: MatchedMerge, entry: Entry): Promise<Commit> {
  const { store, now } = deps
  const { watched, merge, groups } = matched
  const source = triggerKeys.source(watched.repositoryId, mergeId(merge.number))
  if ((await store.get(source)) !== undefined) return { del: [entry.key] }
  const value = JSON.stringify({ bodyHash: '', id: null, body: '' })
  const remembered: Commit = {
    checks: [{ key: source, value: null }],
    set: [{ key: source, value, expiresAt: now() + REMEMBERED_MS }],
    del: [entry.key],
  }
  const added = await Promise.all(
    groups.map((group) => {
      const text = describeMerge(merge, group.files)
      const pending = { project: watched.id, repository: repositoryOf(watched), number: merge.number, text }
      return addition(deps, group, pending)
    }),
  )
  return mergeCommits(remembered, ...added)
}

/** One group with the merge. */
async function addition(
  { store, now }: ProjectWork,
  { project: { id }, watches }: Group,
  merge: PendingMerge,
): Promise<Commit> {
  const group = watches[0]?.group ?? ''
  const { raw, pending } = await readPending(store, id, group)
  const quietMinutes = Math.max(...watches.map((watch) => watch.quietMinutes))
  const next = addMerge(pending, merge, { now: now(), quietMinutes })
  if (next === null) return {}
  const key = triggerKeys.due(next.at, { kind: 'watch', project: id, id: group })
  return {
    checks: [{ key: watchKeys.pending(id, group), value: raw }],
    set: [pendingWrite(id, group, { ...next.pending, entry: key }, now()), { key, value: '' }],
    del: pending === null || pending.entry === key ? [] : [pending.entry],
  }
}

/** A project, and the watches in its settings that are about another repository. */
export interface Watcher {
  readonly project: Project
  readonly watches: readonly Watch[]
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The watched repositories in the settings of a project that are this repository. */
const watchesOf = ({ config }: Project, repository: string): Watch[] =>
  (config?.watch ?? []).filter((watch) => isSame(watch.repository, repository))

/** `areUnread`: settings that decide about it were never read, because a project is new or its settings are invalid. */
interface FoundWatchers {
  readonly watchers: readonly Watcher[]
  readonly areUnread: boolean
}

/** The projects that watch this one and may read it. Nothing leaves its account. */
async function findWatchers(store: Store, watched: Project): Promise<FoundWatchers> {
  if (watched.config === null) return { watchers: [], areUnread: true }
  if (watched.config.readers === undefined) return { watchers: [], areUnread: false }
  const others = await allProjects(store, watched.accountId)
  const watchers = others.flatMap((project) => {
    const watches = watchesOf(project, repositoryOf(watched))
    const may = project.id !== watched.id && isReader(watched, project) && isHiddenAsMuch(project, watched)
    return may && watches.length > 0 ? [{ project, watches }] : []
  })
  const isUnread = (project: Project) =>
    project.config === null && project.installationId !== null && isReader(watched, project)
  return { watchers, areUnread: others.some(isUnread) }
}

/** Whether a file counts for one of the watches. Pure. */
function matchWatched(watches: readonly Pick<Watch, 'paths'>[]): (file: ChangedFile) => Comparison {
  const all = watches.some(({ paths }) => paths.length === 0)
  const matchers = watches.map(({ paths }) => matchPaths(paths))
  return function* ({ path, previousPath }) {
    if (all) return true
    for (const matches of matchers)
      for (const one of previousPath === null ? [path] : [path, previousPath])
        if (yield* matches(one)) return true
    return false
  }
}
