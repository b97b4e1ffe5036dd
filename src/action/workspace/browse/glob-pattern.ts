/**
 * The source of a regular expression for the flags `su` that matches the paths of a glob, in a syntax that Perl and
 * JavaScript share. Only stars, question marks and slashes mean anything. Pure.
 *
 * The time grows with the length of the path only, however many stars there are: what follows a star is looked for once,
 * where it is first, since a later place cannot match more. `(?=(?<name>…))\k<name>` gives nothing back of what it has
 * matched; JavaScript has no `(?>…)`. `(?!.)` is the end; in Perl, `$` is also before a line break at the end.
 */
export function toGlobPattern(glob: string): string {
  let groups = 0
  const once = (pattern: string): string => {
    groups += 1
    return `(?=(?<g${groups}>${pattern}))\\k<g${groups}>`
  }
  const matchPart = (part: string): string => {
    const [first = '', ...others] = part.split(/\*+/).map(escapeText)
    const last = others.pop()
    if (last === undefined) return first
    if (/^\*+$/.test(part)) return '[^/]+'
    return `${first}${others.map((text) => once(`[^/]*?${text}`)).join('')}[^/]*${last}`
  }
  const matchParts = (parts: readonly string[]) => parts.map((part) => matchPart(part) + PART_END).join('')

  const [start = [], ...others] = splitAtGlobstars(glob.split('/'))
  const last = others.pop()
  if (last === undefined) return `^${matchParts(start)}(?!.)`
  const middle = others
    .filter((parts) => parts.length > 0)
    .map((parts) => once(ANY_FOLDERS + matchParts(parts)))
  const end = last.length === 0 ? '.' : `${ANY_FOLDERS}${matchParts(last)}(?!.)`
  return `^${matchParts(start)}${middle.join('')}${end}`
}

const PART_END = '(?:/|(?!.))'
const ANY_FOLDERS = '(?:[^/]+/)*?'

function splitAtGlobstars(parts: readonly string[]): string[][] {
  const runs: string[][] = [[]]
  for (const part of parts) {
    if (part === '**') runs.push([])
    else runs.at(-1)?.push(part)
  }
  return runs
}

const escapeText = (text: string): string => text.replace(/[\\^$.+()[\]{}|]/g, '\\$&').replaceAll('?', '[^/]')
