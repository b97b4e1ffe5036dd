/** Parts of a pull request's body that a later turn writes anew. */
type PartName = 'checks' | 'references'

/** No other text of ours or of a model can hold them: an HTML comment of a model is broken up. */
const marksOf = (name: PartName) =>
  ({ start: `<!-- prentice:${name} -->`, end: `<!-- /prentice:${name} -->` }) as const

/** A part in Markdown, to be found again. */
export function wrapSection(name: PartName, paragraphs: readonly string[]): string {
  const { start, end } = marksOf(name)
  return [start, ...paragraphs, end].join('\n\n')
}

/** The body with this part in place of the one of an earlier turn, or behind it all; `null` takes it away. Pure. */
export function replaceSection(body: string, name: PartName, part: string | null): string {
  const marks = marksOf(name)
  const start = body.indexOf(marks.start)
  const end = body.indexOf(marks.end, start)
  if (start < 0 || end < 0) return part === null ? body : `${body.trimEnd()}\n\n${part}\n`
  const rest = body.slice(end + marks.end.length)
  return part === null ? body.slice(0, start) + rest.trimStart() : body.slice(0, start) + part + rest
}
