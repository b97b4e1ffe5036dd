import { MAX_BATCH_JOBS } from '../../contract/batch.ts'
import { groupDigits } from '../../contract/text.ts'
import { matchPaths } from '../../settings/match-paths.ts'
import { filterInTurns } from '../projects/filter-in-turns.ts'

/** The record of a job holds its files. */
const MAX_BYTES = 8_000

/** Of the comparisons with globs: some seconds. 25 globs such as `**\/*.test.ts` and 100,000 paths take fewer. */
const MAX_STEPS = 4_000_000_000

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

/** Divides the files that match into groups, in the order of their paths. Throws TooManySteps. */
export async function divideFiles(
  paths: readonly string[],
  { each, per, allowed, folder }: DivideOptions,
): Promise<Divided> {
  const budget = { left: MAX_STEPS }
  const found = (await filterInTurns(paths, matchPaths(each), budget)).toSorted()
  const given =
    allowed.length > 0
      ? await filterInTurns(found, matchPaths(allowed), budget)
      : found.filter((path) => folder === null || path.startsWith(`${folder}/`))
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

/** Why so many groups cannot be a batch; `null`: they can. Pure. */
export function whyNoBatch({ groups, leftOut }: Divided, { each }: DivideOptions): string | null {
  const globs = each.map((glob) => `\`${glob}\``).join(', ')
  if (groups.length === 0)
    return leftOut === 0
      ? `no file matches ${globs}`
      : `the settings of the project allow none of the ${leftOut} files to be changed that match ${globs}`
  return groups.length <= MAX_BATCH_JOBS
    ? null
    : `the files that match ${globs} make ${groupDigits(groups.length)} jobs, and a batch has at most ${groupDigits(MAX_BATCH_JOBS)}: raise \`per\`, or narrow the globs`
}
