import { matchName } from './match-name.ts'

/** Is told how many steps the next part of a match may take. May throw, to end it. */
export type CountSteps = (steps: number) => void

/**
 * Matches paths against globs as in .gitignore: one without a slash matches at every depth, one that matches a folder matches
 * all in it, `**` stands for any folders, and of several globs the last one that matches counts, which `!` turns around.
 * Brackets and backslashes have no meaning. Its time is bounded, whatever the globs are. Pure.
 */
export function matchPaths(
  globs: readonly string[],
  countSteps: CountSteps = () => {},
): (path: string) => boolean {
  const rules = globs.map(compile)
  return (path) => {
    const names = path.split('/')
    return rules.findLast(({ parts }) => matchesOrContains(parts, names, countSteps))?.isIncluded ?? false
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

/** Whether the glob matches the path or one of the folders that contain it. */
function matchesOrContains(
  parts: readonly string[],
  names: readonly string[],
  countSteps: CountSteps,
): boolean {
  // Positions in the glob that the names so far can lead to.
  let at = reach([], parts, 0)
  for (const name of names) {
    const next: number[] = []
    countSteps(at.length * STEPS_OF_A_POSITION)
    for (const position of at) {
      const part = parts[position]
      if (part === undefined) continue
      if (part !== '**' && part.includes('*')) countSteps(part.length * name.length)
      if (part !== '**' && !matchName(part, name)) continue
      // A trailing `**` matches what is in a folder, not the folder itself: that leads to it.
      if (position === parts.length - 1) return true
      reach(next, parts, part === '**' ? position : position + 1)
    }
    if (next.length === 0) return false
    at = next
  }
  return false
}

/** Adds a position, and the one after `**`, which may stand for no folder. They come in order, so equal ones are close. */
function reach(positions: number[], parts: readonly string[], position: number): number[] {
  for (const one of parts[position] === '**' ? [position, position + 1] : [position])
    if (positions.at(-1) !== one && positions.at(-2) !== one) positions.push(one)
  return positions
}
