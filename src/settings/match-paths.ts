import { type Comparison, matchName, stepsOfName } from './match-name.ts'

/** Linux opens no longer path: https://man7.org/linux/man-pages/man7/path_resolution.7.html. */
export const MAX_PATH = 4096

/**
 * Matches paths against globs as in .gitignore: one without a slash matches at every depth, one that matches a folder matches
 * all in it, `**` stands for any folders, and of several globs the last one that matches counts, which `!` turns around.
 * Brackets and backslashes have no meaning. A path that Linux cannot open matches nothing, so each step of a comparison is
 * short, whatever the globs and the paths are. `mayBeAny`: whether a name of a path may stand for any other one. Compiles the
 * globs once. Pure.
 */
export function matchPaths(
  globs: readonly string[],
  mayBeAny: (name: string) => boolean = () => false,
): (path: string) => Comparison {
  const rules = globs.map(compile).toReversed()
  return function* (path) {
    if (path.length > MAX_PATH) return false
    const names = path.split('/')
    for (const { parts, isIncluded } of rules) {
      if (yield* matchesOrContains(parts, names, mayBeAny)) return isIncluded
    }
    return false
  }
}

interface Rule {
  readonly isIncluded: boolean
  readonly parts: readonly string[]
}

function compile(glob: string): Rule {
  const isIncluded = !glob.startsWith('!')
  const bare = glob.replace(/^!/, '')
  const isAnchored = bare.replace(/\/+$/, '').includes('/')
  const parts = bare.split('/').filter((part) => part !== '')
  // One that ends with a slash matches folders only, and the paths are those of files.
  const all = bare.endsWith('/') && parts.at(-1) !== '**' ? [...parts, '**'] : parts
  return { isIncluded, parts: withoutRepeatedStars(isAnchored ? all : ['**', ...all]) }
}

/** Each `**` more would be another position in the glob that every folder leads to. */
const withoutRepeatedStars = (parts: readonly string[]): string[] =>
  parts.filter((part, i) => part !== '**' || parts[i - 1] !== '**')

/** A position in the glob costs about as much as the comparison of so many characters. */
const STEPS_OF_A_POSITION = 50

/** After so many, a comparison with one glob says how many it took: a long one takes millions. */
const STEPS_OF_A_PART = 500_000

/** Whether the glob matches the path or one of the folders that contain it. */
function* matchesOrContains(
  parts: readonly string[],
  names: readonly string[],
  mayBeAny: (name: string) => boolean,
): Comparison {
  let steps = 0
  // Positions in the glob that the names so far can lead to.
  let at = reach([], parts, 0)
  for (const name of names) {
    const next: number[] = []
    steps += at.length * STEPS_OF_A_POSITION
    for (const position of at) {
      const part = parts[position]
      if (part === undefined) continue
      if (part !== '**') {
        steps += stepsOfName(part, name)
        if (!matchName(part, name) && !mayBeAny(name)) continue
      }
      // A trailing `**` matches what is in a folder, not the folder itself: that leads to it.
      if (position === parts.length - 1) {
        yield steps
        return true
      }
      reach(next, parts, part === '**' ? position : position + 1)
    }
    if (next.length === 0) break
    at = next
    if (steps < STEPS_OF_A_PART) continue
    yield steps
    steps = 0
  }
  yield steps
  return false
}

/** Adds a position, and the one after `**`, which may stand for no folder. They come in order, so equal ones are close. */
function reach(positions: number[], parts: readonly string[], position: number): number[] {
  for (const one of parts[position] === '**' ? [position, position + 1] : [position])
    if (positions.at(-1) !== one && positions.at(-2) !== one) positions.push(one)
  return positions
}
