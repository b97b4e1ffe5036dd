import { setImmediate } from 'node:timers/promises'
import type { Comparison } from '../../settings/match-name.ts'
import { matchPaths } from '../../settings/match-paths.ts'

/** After so many, other requests get their turn: at most about ten milliseconds. */
const STEPS_IN_A_ROW = 3_000_000

/** The globs would occupy the server for too long. */
export class TooManySteps extends Error {
  override name = 'TooManySteps'
  constructor() {
    super('the globs take too many steps: use fewer of them, or fewer `*`')
  }
}

/** What comparisons may take together, counted in characters. A second has at least about 300,000,000. */
export interface StepBudget {
  left: number
}

/**
 * The items that match. Globs come from settings and requests of others, so they are compared in turns of the event loop, and
 * no longer than the budget lasts. Throws TooManySteps.
 */
export async function filterInTurns<T>(
  items: readonly T[],
  compare: (item: T) => Comparison,
  budget: StepBudget,
): Promise<T[]> {
  const kept: T[] = []
  let inARow = 0
  for (const item of items) {
    const comparison = compare(item)
    for (;;) {
      const { done, value } = comparison.next()
      if (done === true) {
        if (value) kept.push(item)
        break
      }
      inARow += value
      budget.left -= value
      if (budget.left < 0) throw new TooManySteps()
      if (inARow < STEPS_IN_A_ROW) continue
      await setImmediate()
      inARow = 0
    }
  }
  return kept
}

/** Paths that a glob is compared with before it is known whether it matches one. */
const PATHS_AT_ONCE = 1000

/** The globs that include nothing of these paths, in their order: each may be misspelled. Throws TooManySteps. */
export async function globsWithoutMatch(
  globs: readonly string[],
  paths: readonly string[],
  budget: StepBudget,
): Promise<string[]> {
  const matchesOne = async (glob: string): Promise<boolean> => {
    for (let at = 0; at < paths.length; at += PATHS_AT_ONCE) {
      const some = paths.slice(at, at + PATHS_AT_ONCE)
      if ((await filterInTurns(some, matchPaths([glob]), budget)).length > 0) return true
    }
    return false
  }
  const without: string[] = []
  for (const glob of globs) if (!glob.startsWith('!') && !(await matchesOne(glob))) without.push(glob)
  return without
}
