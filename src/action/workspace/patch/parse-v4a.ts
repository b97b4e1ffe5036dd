export interface Hunk {
  /** What follows `@@`: lines above, each inside what the one before it opens. */
  readonly headers: readonly string[]
  readonly lines: readonly HunkLine[]
  /** `*** End of File` follows. */
  readonly atEnd: boolean
}

export interface HunkLine {
  readonly kind: 'kept' | 'removed' | 'added'
  readonly text: string
}

export type Section =
  | { readonly kind: 'add'; readonly path: string; readonly lines: readonly string[] }
  | { readonly kind: 'delete'; readonly path: string }
  | {
      readonly kind: 'update'
      readonly path: string
      readonly to: string | null
      readonly hunks: readonly Hunk[]
    }

export type ParsedPatch =
  | { readonly ok: true; readonly sections: readonly Section[] }
  | { readonly ok: false; readonly problem: string }

const HEADER = /^\s*\*\*\*\s*(Add|Update|Delete)\s+File:(.*)$/i
const MOVE = /^\s*\*\*\*\s*Move\s+to:(.*)$/i
const BEGIN = /^\s*\*\*\*\s*Begin\s+Patch\s*$/i
const END = /^\s*\*\*\*\s*End\s+Patch\s*$/i
const BORDER = /^\*\*\*\s*(?:Begin|End)\s+Patch\s*$/i
const END_OF_FILE = /^\*\*\*\s*End\s+of\s+File\s*$/i
const FORM =
  'Write *** Begin Patch, then *** Add File:, *** Update File: or *** Delete File: sections, then *** End Patch.'

/** Thrown and caught only in this file, so that the small functions below need no result type for it. */
class Malformed extends Error {}

/**
 * Reads the V4A format, https://cookbook.openai.com/examples/gpt4-1_prompting_guide, with what models commonly do to
 * it: missing first or last lines, a code fence or here-document around it, several patches in one, a context line
 * without its space, syntax of a unified diff. Pure.
 */
export function parseV4a(patch: string): ParsedPatch {
  try {
    return { ok: true, sections: readSections(unwrap(patch)) }
  } catch (error) {
    if (error instanceof Malformed) return { ok: false, problem: error.message }
    throw error
  }
}

function unwrap(patch: string): string[] {
  const lines = patch.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  const begin = lines.findIndex((line) => BEGIN.test(line))
  const first = begin === -1 ? lines.findIndex((line) => HEADER.test(line)) : begin + 1
  if (first === -1) throw new Malformed(`This is not a patch. ${FORM}`)
  const before = lines.slice(0, begin === -1 ? first : begin)
  const stray = before.find((line) => line.trim() !== '' && !isWrapper(line))
  if (stray !== undefined) throw new Malformed(`The patch begins with ${quote(stray)}. ${FORM}`)
  const end = lines.findLastIndex((line) => END.test(line))
  const body = lines.slice(first, end === -1 ? undefined : end)
  // Without `*** End Patch`, the end of the code fence or here-document follows.
  const isClosing = closingOf(before)
  const whole = end === -1 ? body.slice(0, body.findLastIndex((line) => !isClosing(line)) + 1) : body
  // Several patches in one are joined. No line of a file is here without its prefix.
  return whole.filter((line) => !BORDER.test(line))
}

const isWrapper = (line: string): boolean =>
  /^(?:```\w*|(?:\$ )?(?:apply_patch|cat)?\s*(?:<<-?\s*['"]?\w+['"]?)?)$/.test(line.trim())

/** Whether a line may end what the lines `before` the patch begin. */
function closingOf(before: readonly string[]): (line: string) => boolean {
  const ends = new Set(['', ...before.flatMap((one) => /<<-?\s*['"]?(\w+)/.exec(one)?.[1] ?? [])])
  if (before.some((one) => one.includes('```'))) ends.add('```')
  return (line) => ends.has(line.trim())
}

function readSections(lines: readonly string[]): Section[] {
  const sections: Section[] = []
  let index = 0
  while (index < lines.length) {
    const line = lines[index] ?? ''
    index += 1
    if (line.trim() === '') continue
    const [, verb = '', named = ''] = HEADER.exec(line) ?? []
    const path = named.trim()
    if (verb === '') throw new Malformed(`Line ${quote(line)} is no header of a file. ${FORM}`)
    if (path === '') throw new Malformed(`${quote(line)} names no file.`)
    const start = index
    while (index < lines.length && !isHeader(lines[index] ?? '')) index += 1
    const body = lines.slice(start, index)
    sections.push(readSection(verb.toLowerCase(), path, body))
  }
  if (sections.length === 0) throw new Malformed(`The patch is empty. ${FORM}`)
  return sections
}

const isHeader = (line: string): boolean => line.startsWith('***') && HEADER.test(line)

function readSection(verb: string, path: string, body: readonly string[]): Section {
  if (verb === 'add') return { kind: 'add', path, lines: readAdded(path, body) }
  if (verb === 'update') return readUpdate(path, body)
  const stray = body.find((line) => line.trim() !== '')
  if (stray === undefined) return { kind: 'delete', path }
  throw new Malformed(`${quote(stray)} follows *** Delete File: ${path}, where nothing may follow.`)
}

function readAdded(path: string, body: readonly string[]): string[] {
  const lines = withoutBlankEnd(body).filter((line) => !END_OF_FILE.test(line))
  const stray = lines.find((line) => line !== '' && !line.startsWith('+'))
  if (stray === undefined) return lines.map((line) => line.slice(1))
  throw new Malformed(`In *** Add File: ${path} each line begins with +, but not ${quote(stray)}.`)
}

function readUpdate(path: string, body: readonly string[]): Section {
  const first = body.findIndex((line) => line.trim() !== '')
  const to = MOVE.exec(body[first] ?? '')?.[1]?.trim() ?? null
  if (to === '') throw new Malformed(`*** Move to: names no file, in *** Update File: ${path}.`)
  const hunks = readHunks(path, withoutUnified(to === null ? body : body.slice(first + 1)))
  if (hunks.length === 0 && to === null) {
    throw new Malformed(`*** Update File: ${path} changes nothing: it has no lines with + or -.`)
  }
  return { kind: 'update', path, to, hunks }
}

/** Without what only unified diffs have: two file names above the first hunk, and the note on a missing last line end. */
function withoutUnified(body: readonly string[]): readonly string[] {
  const lines = body.filter((line) => line !== '\\ No newline at end of file')
  const first = lines.findIndex((line) => line.trim() !== '')
  const [names = '', more = '', hunk = ''] = lines.slice(Math.max(0, first))
  const isNamed = names.startsWith('--- ') && more.startsWith('+++ ') && hunk.startsWith('@@')
  return isNamed ? lines.slice(first + 2) : lines
}

function readHunks(path: string, body: readonly string[]): Hunk[] {
  const hunks: Hunk[] = []
  let headers: string[] = []
  let raw: string[] = []
  const close = (atEnd: boolean) => {
    const lines = trimBlank(raw).map(readHunkLine)
    if (lines.some(({ kind }) => kind !== 'kept')) hunks.push({ headers, lines, atEnd })
    else if (lines.length > 0)
      throw new Malformed(`A hunk of ${path} has only context: ${quote(raw.find(Boolean) ?? '')}.`)
    if (lines.length > 0 || atEnd) headers = []
    raw = []
  }
  for (const line of body) {
    if (line.startsWith('@@')) {
      close(false)
      headers.push(...readHeader(line))
    } else if (END_OF_FILE.test(line)) close(true)
    else if (line.startsWith('***'))
      throw new Malformed(`${quote(line)} is not understood, in *** Update File: ${path}.`)
    else raw.push(line)
  }
  close(false)
  return hunks
}

/** Line numbers of a unified diff are ignored. What follows them is a header. */
function readHeader(line: string): string[] {
  const bare = line.replace(/^@@(?:\s*-\d+(?:,\d+)? \+\d+(?:,\d+)?\s*@@)?/, '').trim()
  const text = bare.endsWith('@@') ? bare.slice(0, -2).trimEnd() : bare
  return text === '' ? [] : [text]
}

function readHunkLine(line: string): HunkLine {
  const text = line.slice(1)
  if (line.startsWith('+')) return { kind: 'added', text }
  if (line.startsWith('-')) return { kind: 'removed', text }
  return { kind: 'kept', text: line.startsWith(' ') ? text : line }
}

/** Empty lines at both ends only separate hunks. An empty context line has its space, or text on both sides. */
function trimBlank(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line !== '')
  return first === -1 ? [] : withoutBlankEnd(lines.slice(first))
}

const withoutBlankEnd = (lines: readonly string[]): readonly string[] =>
  lines.slice(0, lines.findLastIndex((line) => line !== '') + 1)

const quote = (line: string): string => JSON.stringify(line.slice(0, 120).toWellFormed())
