import { type Metadata, NewMetadata } from '../../../../contract/job.ts'

/**
 * Pairs as people type them: `name=value`, one in a line. In one line of text a comma separates them, if a name follows.
 * `null`: the text is something else. Pure.
 */
export function readPairs(text: string): Metadata | null {
  const parts = text
    .split(/\r?\n|,\s*(?=[\w.:/-]+\s*=)/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const pairs: [string, string][] = []
  for (const part of parts) {
    const at = part.indexOf('=')
    if (at < 1) return null
    pairs.push([part.slice(0, at).trim(), part.slice(at + 1).trim()])
  }
  // Of two values of one name, nobody can say which one is meant.
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) return null
  const read = NewMetadata.safeParse(Object.fromEntries(pairs))
  return read.success ? read.data : null
}
