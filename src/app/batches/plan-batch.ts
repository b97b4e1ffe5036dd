import { MAX_BATCH_JOBS } from '../../contract/batch.ts'
import { groupDigits } from '../../contract/text.ts'
import { matchPaths } from '../../settings/match-paths.ts'
import { FORBIDDEN_PATHS, PROTECTED_GLOBS } from '../../settings/protected-paths.ts'
import { doubtAbsence, withDoubt } from '../github/doubt.ts'
import { GithubRefused } from '../github/errors.ts'
import {
  filterInTurns,
  globsWithoutMatch,
  type StepBudget,
  TooManySteps,
} from '../projects/filter-in-turns.ts'
import { loadProject, type Project, repositoryRef, whyAbsent } from '../projects/project.ts'
import { refreshProject } from '../projects/refresh-project.ts'
import { mergeCommits } from '../store/store.ts'
import {
  type BatchRecord,
  type BatchUnit,
  type BatchWork,
  batchCommit,
  batchKeys,
  changeCommit,
  claimBatch,
  type StoredBatch,
  stepEntry,
} from './batch-record.ts'
import { endBatch } from './end-batch.ts'

/** Jobs that one commit writes. */
const SLICE = 100

type Files = BatchRecord['scope'] & { kind: 'files' }

/**
 * Divides the work of a batch into its jobs, and records them. The batch is planned with the last commit, so a server that
 * ends meanwhile leaves what the next one writes again. False: another writer has changed the batch. Throws
 * GithubUnavailable.
 */
export async function planBatch(deps: BatchWork, stored: StoredBatch): Promise<boolean> {
  const { store, now } = deps
  const planned = await divide(deps, stored.batch)
  if (typeof planned === 'string') {
    return store.commit(changeCommit(stored, endBatch(deps, stored.batch, 'failed', planned)))
  }
  const { units, scope } = planned
  const claimed = await claimBatch(store, stored)
  if (claimed === null) return false
  const { batch } = claimed
  const checks = [{ key: batchKeys.record(batch.id), value: claimed.raw }]
  for (let start = 0; start < units.length; start += SLICE) {
    const set = units.slice(start, start + SLICE).map((unit) => ({
      key: batchKeys.unit(batch.id, unit.number),
      value: JSON.stringify(unit),
    }))
    // Somebody has cancelled it, or another server plans it.
    if (!(await store.commit({ checks, set }))) return false
  }
  const total = units.length
  const next: BatchRecord = {
    ...batch,
    status: 'running',
    scope,
    total,
    released: Math.min(total, batch.first ?? total),
  }
  return store.commit(mergeCommits(batchCommit(claimed, next), stepEntry(next, now())))
}

interface Planned {
  readonly scope: BatchRecord['scope']
  readonly units: readonly BatchUnit[]
}

/** A text: why there is nothing to do. */
async function divide(deps: BatchWork, { scope, job }: BatchRecord): Promise<Planned | string> {
  try {
    if (scope.kind === 'files') {
      const project = await load(deps, scope.project)
      return await withDoubt(deps, repositoryRef(project), () => divideProject(deps, project, scope, job.ref))
    }
    const projects = await Promise.all(scope.projects.map((id) => load(deps, id)))
    return { scope, units: projects.map((project, i) => newUnit(i + 1, project, null)) }
  } catch (error) {
    if (error instanceof GithubRefused) return error.reason.message
    if (error instanceof TooManySteps)
      return 'its globs, or those of the settings, are too complex for so many files: create the batch with fewer globs, or fewer `**`'
    throw error
  }
}

async function load({ store }: BatchWork, id: string): Promise<Project> {
  const project = await loadProject(store, id)
  if (project === null) throw new GithubRefused(whyAbsent(project))
  return project
}

async function divideProject(
  deps: BatchWork,
  known: Project,
  scope: Files,
  ref: string | null,
): Promise<Planned | string> {
  const project = await refreshProject(deps, known)
  const { config, filesSha } = project
  const repository = repositoryRef(project)
  if (repository === null) throw new GithubRefused(whyAbsent(project))
  const branch = ref ?? config.base
  const commit = branch === null ? filesSha : await deps.github.readBranchHead(repository, branch)
  if (commit === null) {
    await doubtAbsence(deps, repository, `branch ${branch}`)
    return `there is no branch ${branch}: create the batch with another \`ref\``
  }
  const { paths, isComplete } = await deps.github.listFiles(repository, commit)
  if (!isComplete)
    return 'the repository has more files than GitHub lists in one response: create batches with `projectIds`, or jobs of your own'
  const options = {
    each: scope.each,
    per: scope.per,
    allowed: config.allowedPaths,
    folder: config.workingDirectory,
    unprotected: config.unprotectedPaths,
    instructions: config.instructions,
  }
  const divided = await divideFiles(paths, options)
  const units = divided.groups.map((files, i) => newUnit(i + 1, project, [...files]))
  const { leftOut, isProtected, unmatched } = divided
  return (
    whyNoBatch(divided, options) ?? {
      scope: { ...scope, commit, leftOut, protected: isProtected, unmatched: [...unmatched] },
      units,
    }
  )
}

const newUnit = (
  number: number,
  { id, url }: Pick<Project, 'id' | 'url'>,
  files: string[] | null,
): BatchUnit => ({
  number,
  project: id,
  repository: url,
  files,
  state: 'pending',
  round: 0,
  job: null,
  reason: null,
  prLink: null,
  costUsd: 0,
})

/** The record of a job holds its files. */
const MAX_BYTES = 8_000

/** Of the comparisons with globs: some seconds, at most about twelve. 25 globs such as `**\/*.test.ts` and 100,000 paths take fewer. */
const MAX_STEPS = 4_000_000_000

interface Divided {
  readonly groups: readonly (readonly string[])[]
  /** Number of files that match, and that the settings do not allow to change. */
  readonly leftOut: number
  /** How many of them are protected, so that `paths.unprotect` decides. */
  readonly isProtected: number
  /** The globs that match no file; empty, too, if finding them takes too many steps. */
  readonly unmatched: readonly string[]
}

interface DivideOptions {
  readonly each: readonly string[]
  readonly per: number
  /** Globs of what the settings allow to change; empty: everything. */
  readonly allowed: readonly string[]
  /** The folder that the settings limit the work to; `null`: none. */
  readonly folder: string | null
  /** Globs of protected paths that the settings allow to change. */
  readonly unprotected: readonly string[]
  /** Instruction files, which are protected, too. */
  readonly instructions: readonly string[]
}

/** Divides the files that match into groups, in the order of their paths. Throws TooManySteps. */
async function divideFiles(
  paths: readonly string[],
  { each, per, allowed, folder, ...protection }: DivideOptions,
): Promise<Divided> {
  const budget = { left: MAX_STEPS }
  const found = (await filterInTurns(paths, matchPaths(each), budget)).toSorted()
  const permitted =
    allowed.length > 0
      ? await filterInTurns(found, matchPaths(allowed), budget)
      : found.filter((path) => folder === null || path.startsWith(`${folder}/`))
  const refused = await findProtected(permitted, protection, budget)
  const given = permitted.filter((path) => !refused.has(path))
  const groups: string[][] = []
  let bytes = 0
  for (const path of given) {
    const size = Buffer.byteLength(JSON.stringify(path)) + 1
    const group = groups.at(-1)
    if (group === undefined || group.length === per || bytes + size > MAX_BYTES) {
      groups.push([path])
      bytes = size
    } else {
      group.push(path)
      bytes += size
    }
  }
  const unmatched = await globsWithoutMatch(each, found, budget).catch((error: unknown) => {
    if (error instanceof TooManySteps) return []
    throw error
  })
  return { groups, leftOut: found.length - given.length, isProtected: refused.size, unmatched }
}

/** Even if the settings allow them, GitHub refuses the push. */
const WORKFLOWS = /^\.github\/workflows\//i

/**
 * The files that a run would refuse to change because of their names, in plain spelling: the run itself judges every spelling,
 * and links.
 */
async function findProtected(
  paths: readonly string[],
  { unprotected, instructions }: Pick<DivideOptions, 'unprotected' | 'instructions'>,
  budget: StepBudget,
): Promise<ReadonlySet<string>> {
  const isListed = matchPaths([...PROTECTED_GLOBS, ...FORBIDDEN_PATHS].map((glob) => glob.toLowerCase()))
  const listed = await filterInTurns(paths, (path) => isListed(path.toLowerCase()), budget)
  const named = new Set(instructions.map((path) => path.replace(/^(?:\.?\/)+/, '')))
  const candidates = [...new Set([...listed, ...paths.filter((path) => named.has(path))])]
  const allowed = new Set(await filterInTurns(candidates, matchPaths(unprotected), budget))
  return new Set(candidates.filter((path) => WORKFLOWS.test(path) || !allowed.has(path)))
}

/** Why so many groups cannot be a batch; `null`: they can. Pure. */
function whyNoBatch({ groups, leftOut, isProtected }: Divided, { each }: DivideOptions): string | null {
  const globs = each.map((glob) => `\`${glob}\``).join(', ')
  if (groups.length === 0)
    return leftOut === 0
      ? `no file matches ${globs}`
      : `the settings of the project allow none of the ${leftOut} files to be changed that match ${globs}${isProtected === 0 ? '' : `: ${isProtected} of them are protected, and \`paths.unprotect\` in the settings can allow changes to all of them except workflow files`}`
  return groups.length <= MAX_BATCH_JOBS
    ? null
    : `the files that match ${globs} make ${groupDigits(groups.length)} jobs, and a batch has at most ${groupDigits(MAX_BATCH_JOBS)}: raise \`per\`, or narrow the globs`
}
