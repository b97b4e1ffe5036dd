/** Sections of a pull request's body that a later turn replaces. */
type SectionName = 'checks' | 'files' | 'lfs' | 'outside' | 'references' | 'sources' | 'state' | 'usage'

/** No text of a model can contain them, since HTML comments of a model are broken up. */
const delimitersOf = (name: SectionName) =>
  ({ start: `<!-- prentice:${name} -->`, end: `<!-- /prentice:${name} -->` }) as const

/** Adds delimiters to a section, so that it can be found again. */
export function wrapSection(name: SectionName, paragraphs: readonly string[]): string {
  const { start, end } = delimitersOf(name)
  return [start, ...paragraphs, end].join('\n\n')
}

/** What stands between the delimiters; `null`: the body has no such section. Pure. */
export function readSection(body: string, name: SectionName): string | null {
  const { start, end } = delimitersOf(name)
  const [, rest] = body.split(start, 2)
  return rest?.includes(end) ? (rest.split(end, 1)[0] ?? null) : null
}

export const hasSection = (body: string, name: SectionName): boolean =>
  body.includes(delimitersOf(name).start)

/** The body with this section in place of that of an earlier turn, or at the end; `null` removes it. Pure. */
export function replaceSection(body: string, name: SectionName, section: string | null): string {
  const delimiters = delimitersOf(name)
  const start = body.indexOf(delimiters.start)
  const end = body.indexOf(delimiters.end, start)
  if (start < 0 || end < 0) return section === null ? body : `${body.trimEnd()}\n\n${section}\n`
  const rest = body.slice(end + delimiters.end.length)
  const before = body.slice(0, start)
  return section === null ? before + rest.trimStart() : before + section + rest
}
