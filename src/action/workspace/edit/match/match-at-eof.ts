import type { TextRange } from './find-ranges.ts'

/**
 * Where the last line has no end, the place there of a text that has one: what `wanted` is without its last line end,
 * behind all of `before`, which are places of `wanted` in order. `null`: there is none. Pure.
 */
export function matchAtEof(
  lines: readonly string[],
  wanted: string,
  before: readonly TextRange[] = [],
): TextRange | null {
  const endLine = lines.length - 1
  const last = lines[endLine] ?? ''
  if (last === '' || !wanted.endsWith('\n') || wanted === '\n') return null
  const parts = wanted.slice(0, -1).split('\n')
  const line = endLine + 1 - parts.length
  const first = lines[line]
  const isThere =
    first?.endsWith(parts[0] ?? '') && parts.every((part, at) => at === 0 || lines[line + at] === part)
  if (first === undefined || !isThere) return null
  const column = first.length - (parts[0] ?? '').length
  const previous = before.at(-1)
  const isBehind =
    previous === undefined ||
    previous.endLine < line ||
    (previous.endLine === line && previous.endColumn <= column)
  return isBehind ? { line, column, endLine, endColumn: last.length } : null
}
