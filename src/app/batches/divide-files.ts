import { MAX_BATCH_JOBS } from '../../contract/batches/batch.ts'
import { matchPaths } from '../../settings/match-paths.ts'

/** The record of a job holds its files. */
const MAX_BYTES = 8_000

export interface Divided {
  readonly groups: readonly (readonly string[])[]
  /** Number of files that match, and that the settings do not allow to change. */
  readonly leftOut: number
}

export interface DivideOptions {
  readonly each: readonly string[]
  readonly per: number
  /** Globs of what the settings allow to change; empty: everything. */
  readonly allowed: readonly string[]
  /** The folder that the settings limit the work to; `null`: none. */
  readonly folder: string | null
}

/** Divides the files that match into groups, in the order of their paths. Pure. */
export function divideFiles(
  paths: readonly string[],
  { each, per, allowed, folder }: DivideOptions,
): Divided {
  const matches = matchPaths(each)
  const isAllowed = allowed.length > 0 ? matchPaths(allowed) : isIn(folder)
  const found = paths.filter(matches).toSorted()
  const given = found.filter(isAllowed)
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
  return { groups, leftOut: found.length - given.length }
}

const isIn =
  (folder: string | null) =>
  (path: string): boolean =>
    folder === null || path.startsWith(`${folder}/`)

/** Why so many groups cannot be a batch; `null`: they can. Pure. */
export function whyNoBatch({ groups, leftOut }: Divided, { each }: DivideOptions): string | null {
  const globs = each.map((glob) => `\`${glob}\``).join(', ')
  if (groups.length === 0)
    return leftOut === 0
      ? `no file matches ${globs}`
      : `the settings of the project allow none of the ${leftOut} files to be changed that match ${globs}`
  return groups.length <= MAX_BATCH_JOBS
    ? null
    : `the files that match ${globs} make ${groups.length.toLocaleString('en')} jobs, and a batch has at most ${MAX_BATCH_JOBS.toLocaleString('en')}: raise \`per\`, or narrow the globs`
}
