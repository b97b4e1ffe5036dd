/** Each takes time for every letter of a path. */
const MOST_STARS = 4

/**
 * Which paths git takes for what globs mean, those of `toGlobs`, so that it need not be asked. `null`: only git can say.
 * Pure.
 */
export function matchGlobs(globs: readonly string[]): ((path: string) => boolean) | null {
  const expressions: RegExp[] = []
  for (const glob of globs) {
    const expression = toExpression(glob)
    if (expression === null) return null
    expressions.push(expression)
  }
  return (path) => expressions.some((expression) => expression.test(path))
}

/** Stars alone: git compares bytes, and knows more in brackets than JavaScript does. */
function toExpression(glob: string): RegExp | null {
  const parts = glob.split('/')
  const isPlain = parts.every(
    (part) => !['', '.', '..'].includes(part) && (part === '**' || !part.includes('**')),
  )
  if (!isPlain || /[?[\]\\]/.test(glob) || glob.split(/\*+/).length - 1 > MOST_STARS) return null
  const last = parts.length - 1
  const pattern = parts.map((part, at) => {
    if (part === '**') return at === last ? '.*' : '(?:.*/)?'
    return part.split('*').map(literally).join('[^/]*') + (at === last ? '' : '/')
  })
  // What lies below a path that is named letter by letter is meant, too.
  return new RegExp(`^(?:${pattern.join('')}|${literally(glob)}(?:/.*)?)$`, 's')
}

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
