import type { FileNote } from '../../contract/runner-protocol/result.ts'
import { asOneLine, shorten } from '../../sanitize/neutralize.ts'
import { readSection, wrapSection } from './replace-section.ts'
import { type SanitizeOptions, sanitize } from './sanitize.ts'

const MAX_SHOWN = 40
const PATH_LENGTH = 200
const WHY_LENGTH = 200

export interface FilesView extends SanitizeOptions {
  /** Paths that the pull request changes. */
  readonly paths: readonly string[]
  /** What the model says of the files that it changed in this run. */
  readonly notes: readonly FileNote[]
  /** The body that an earlier run has written; `null`: none has. Its lines stay for files that this run did not change. */
  readonly body: string | null
}

/** The section of the pull request that says why each file changed, in one line; `null`: nobody said. Pure. */
export function filesSection({ paths, notes, body, ...cleaning }: FilesView): string | null {
  const clean = (text: string, most: number) => shorten(sanitize(asOneLine(text).trim(), cleaning), most)
  const code = (path: string) => `\`${clean(path, PATH_LENGTH).replaceAll('`', "'")}\``
  const earlier = readLines(body)
  const said = new Map(notes.map(({ path, why }) => [path, clean(why, WHY_LENGTH)]))
  const lines = paths.flatMap((path) => {
    const why = said.get(path) || earlier.get(code(path))
    return why === undefined ? [] : [`- ${code(path)}: ${why}`]
  })
  if (lines.length === 0) return null
  const left = paths.length - Math.min(lines.length, MAX_SHOWN)
  const more = left === 0 ? [] : [`- and ${left} more ${left === 1 ? 'file' : 'files'}`]
  return wrapSection('files', ['**Files**', [...lines.slice(0, MAX_SHOWN), ...more].join('\n')])
}

const readLines = (body: string | null): Map<string, string> =>
  new Map(
    [...(readSection(body ?? '', 'files') ?? '').matchAll(/^- (`[^`\n]+`): (.+)$/gm)].map(
      ([, path = '', why = '']) => [path, why.trim()],
    ),
  )
