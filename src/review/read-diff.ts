import { withoutHiddenCharacters } from '../sanitize/neutralize.ts'

/** A file of a pull request, as GitHub lists it. */
export interface DiffFile {
  readonly path: string
  readonly previousPath: string | null
  readonly status: string
  /** Its hunks; `null`: it is binary, or too large. */
  readonly patch: string | null
}

/** The lines of the new version that one hunk shows, by their numbers. */
export interface Hunk {
  has(line: number): boolean
  /** Without the sign before it. */
  get(line: number): string | undefined
}

const HEAD = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/

interface PatchLine {
  readonly text: string
  /** In the new version; `null`: the line is no part of it. */
  readonly number: number | null
  readonly isHead: boolean
}

/** The lines of a patch: as many as each head announces. A note after them, such as one about the end of the file, is left out. */
function* linesOf(patch: string): Generator<PatchLine> {
  let number = 0
  let left = 0
  for (const text of patch.split('\n')) {
    const [, start, count = '1'] = HEAD.exec(text) ?? []
    if (start !== undefined) {
      number = Number(start)
      left = Number(count)
      yield { text, number: null, isHead: true }
    } else if (text.startsWith('-')) yield { text, number: null, isHead: false }
    else if (left > 0 && !text.startsWith('\\')) {
      yield { text, number, isHead: false }
      number += 1
      left -= 1
    }
  }
}

/** The hunks of a patch, on whose lines only GitHub takes comments. Reads the patch once, and no line before it is asked for. Pure. */
export function hunksOf(patch: string): readonly Hunk[] {
  const hunks: Hunk[] = []
  let places: number[] = []
  let left = 0
  for (let at = 0; at < patch.length; ) {
    const sign = patch[at]
    const [, start, count = '1'] = (sign === '@' && HEAD.exec(patch.slice(at, at + HEAD_LENGTH))) || []
    if (start !== undefined) {
      left = Number(count)
      places = []
      hunks.push(hunkAt(patch, Number(start), places))
    } else if (left > 0 && sign !== '-' && sign !== '\\') {
      places.push(at)
      left -= 1
    }
    const end = patch.indexOf('\n', at)
    at = end < 0 ? patch.length : end + 1
  }
  return hunks
}

const HEAD_LENGTH = 100

/** `places`: where the lines begin in the patch. */
function hunkAt(patch: string, first: number, places: readonly number[]): Hunk {
  const placeOf = (line: number) => places[line - first]
  return {
    has: (line) => placeOf(line) !== undefined,
    get(line) {
      const at = placeOf(line)
      if (at === undefined) return undefined
      const end = patch.indexOf('\n', at)
      return patch.slice(at + 1, end < 0 ? undefined : end)
    },
  }
}

const MAX_LISTED = 300
const MAX_LENGTH = 200_000

/**
 * The changes of a pull request for a model, which counts badly: each line of the new version begins with its number. As
 * many whole files as have room. Pure.
 */
export function numberLines(files: readonly DiffFile[]): string {
  let room = MAX_LENGTH
  const [shown, others]: [string[], string[]] = [[], []]
  for (const { path, previousPath, status, patch } of files) {
    const from = previousPath === null ? '' : ` from ${nameOf(previousPath)}`
    const name = `${nameOf(path)} (${status}${from})`
    // Numbers make it longer, at most eightfold if all lines are empty.
    const text = patch === null || patch.length > room ? null : `--- ${name}\n${numberPatch(patch)}`
    if (text === null || text.length > room) others.push(`- ${name}`)
    else {
      room -= text.length
      shown.push(text)
    }
  }
  if (others.length === 0) return shown.join('\n\n')
  const listed = others.slice(0, MAX_LISTED)
  const more = others.length - listed.length
  const rest = more > 0 ? [...listed, `- and ${more} more`] : listed
  return [
    ...shown,
    `Changed files whose lines are not shown, because they are binary or too long:\n${rest.join('\n')}`,
  ].join('\n\n')
}

const numberPatch = (patch: string): string =>
  [...linesOf(patch)]
    .map(({ text, number, isHead }) => (isHead ? text : `${String(number ?? '').padStart(5)} ${text}`))
    .join('\n')

/** Names of files may have several lines, which would pass for text around them. */
const nameOf = (path: string): string => withoutHiddenCharacters(path).replaceAll('\n', '\\n')
