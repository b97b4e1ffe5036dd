import { setImmediate } from 'node:timers/promises'
import { MAX_BATCH_JOBS } from '../../contract/batch.ts'
import { groupDigits } from '../../contract/text.ts'
import { type CountSteps, matchPaths } from '../../settings/match-paths.ts'

/** The record of a job holds its files. */
const MAX_BYTES = 8_000

/**
 * Of the comparisons with globs, counted in characters: some seconds. 25 globs such as `**\/*.test.ts` and 100,000 paths
 * take fewer.
 */
const MAX_STEPS = 4_000_000_000
/** After so many, other requests get their turn. */
const STEPS_IN_A_ROW = 20_000_000

/** The globs would occupy the server for too long. */
export class TooManySteps extends Error {
  override name = 'TooManySteps'
}

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
  const work = { steps: 0 }
  const count: CountSteps = (steps) => {
    work.steps += steps
    if (work.steps > MAX_STEPS) throw new TooManySteps('the globs take too many steps')
  }
  const found = (await filter(paths, matchPaths(each, count), work)).toSorted()
  const given = await filter(found, allowed.length > 0 ? matchPaths(allowed, count) : isIn(folder), work)
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

async function filter(
  paths: readonly string[],
  isKept: (path: string) => boolean,
  work: { readonly steps: number },
): Promise<string[]> {
  const kept: string[] = []
  let paused = work.steps
  for (const path of paths) {
    if (isKept(path)) kept.push(path)
    if (work.steps - paused < STEPS_IN_A_ROW) continue
    await setImmediate()
    paused = work.steps
  }
  return kept
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
    : `the files that match ${globs} make ${groupDigits(groups.length)} jobs, and a batch has at most ${groupDigits(MAX_BATCH_JOBS)}: raise \`per\`, or narrow the globs`
}
