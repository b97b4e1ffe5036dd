import { matchName } from './match-name.ts'

/**
 * Matches paths against globs as in .gitignore: one without a slash matches at every depth, one that matches a folder matches
 * all in it, `**` stands for any folders, and of several globs the last one that matches counts, which `!` turns around.
 * Brackets and backslashes have no meaning. Its time is bounded, whatever the globs are. Pure.
 */
export function matchPaths(globs: readonly string[]): (path: string) => boolean {
  const rules = globs.map(compile)
  return (path) => {
    const names = path.split('/')
    return rules.findLast(({ parts }) => matchesOrContains(parts, names))?.isIncluded ?? false
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
  return { isIncluded, parts: isAnchored ? all : ['**', ...all] }
}

/** Whether the glob matches the path or one of the folders that contain it. */
function matchesOrContains(parts: readonly string[], names: readonly string[]): boolean {
  // Positions in the glob that the names so far can lead to.
  let at = skipStars(parts, new Set([0]))
  for (const name of names) {
    const next = new Set<number>()
    for (const position of at) {
      const part = parts[position]
      if (part === '**') next.add(position)
      else if (part !== undefined && matchName(part, name)) next.add(position + 1)
    }
    // A trailing `**` matches what is in a folder, not the folder itself.
    const isInFolder = parts.at(-1) === '**' && next.has(parts.length - 1) && at.has(parts.length - 1)
    if (next.has(parts.length) || isInFolder) return true
    at = skipStars(parts, next)
    if (at.size === 0) return false
  }
  return false
}

/** `**` may stand for no folder. */
function skipStars(parts: readonly string[], positions: ReadonlySet<number>): Set<number> {
  const all = new Set(positions)
  for (const position of all) if (parts[position] === '**') all.add(position + 1)
  return all
}
