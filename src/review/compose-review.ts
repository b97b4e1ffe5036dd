import { type Finding, MAX_FINDINGS } from '../contract/review.ts'
import { closeFences } from '../sanitize/close-fences.ts'
import { asOneLine, BREAK, neutralize, shorten, withoutHiddenCharacters } from '../sanitize/neutralize.ts'
import { type DiffFile, type Hunk, hunksOf } from './read-diff.ts'

/** A comment of a review on lines of the diff, as GitHub's API has it. */
export interface LineComment {
  readonly path: string
  readonly line: number
  /** Smaller than `line`. Absent: it is about one line. */
  readonly startLine?: number
  readonly body: string
}

export interface ReviewParts {
  /** The agent's words; `null`: they are not for GitHub. */
  readonly summary: string | null
  readonly findings: readonly Finding[]
  /** The changes of the pull request. Empty: GitHub refuses the comments, so that all findings stand in the text. */
  readonly files: readonly DiffFile[]
  /** What Prentice has said on the pull request: comments on lines, and texts of reviews. */
  readonly said: {
    readonly comments: readonly {
      readonly path: string
      readonly line: number | null
      readonly body: string
    }[]
    readonly reviews: readonly { readonly body: string }[]
  }
  readonly repositoryUrl: string
  /** Ends the text, and identifies the review if the response to its creation was lost. */
  readonly marker: string
}

export interface ComposedReview {
  /** Never empty. */
  readonly body: string
  readonly comments: readonly LineComment[]
}

const SUMMARY_LENGTH = 12_000
const TEXT_LENGTH = 4_000
/** Of the findings in the text of the review. GitHub's limit for all of it is 65,536. */
const REST_LENGTH = 40_000
/** Of all files together. GitHub leaves out patches of more than some thousand lines. */
const MAX_PATCHES = 2_000_000
/** Longer ones get no suggestion. */
const MAX_RANGE = 200

const NOT_HERE = 'The summary stands in the job, because a prompt of the job is confidential.'
const NOTHING = 'The review found nothing to change.'
const NOTHING_NEW = 'The review found nothing new.'

/**
 * One review: findings on lines that the diff shows are comments there, and the others stand in its text, since GitHub refuses a
 * review as a whole if one line is not in the diff. What Prentice has said there before is left out. Pure.
 */
export function composeReview(parts: ReviewParts): ComposedReview {
  const { findings, files, said, repositoryUrl, summary, marker } = parts
  const inert = (text: string, length: number) =>
    closeFences(shorten(neutralize(text, repositoryUrl), length), BREAK).trim()
  const hunksIn = openHunks(files)
  const comments: (LineComment & { readonly text: string })[] = []
  const rest: string[] = []
  let repeated = 0
  for (const finding of findings.slice(0, MAX_FINDINGS)) {
    const text = inert(finding.text, TEXT_LENGTH)
    const path = pathOf(finding.path)
    const place = findPlace(finding, hunksIn(path))
    if (place === null) {
      const item = describe({ ...finding, path }, text, repositoryUrl)
      if (said.reviews.some(({ body }) => body.replaceAll('\r\n', '\n').includes(item))) repeated += 1
      else if (!rest.includes(item)) rest.push(item)
      continue
    }
    const one = { path, line: finding.line, text }
    if (comments.some((other) => isSame(other, one))) continue
    if (said.comments.some(({ body, ...where }) => isSame({ ...where, text: textOf(body) }, one))) {
      repeated += 1
      continue
    }
    const suggestion = place.suggestion === null ? '' : `\n\n${suggest(place.suggestion)}`
    const start = place.startLine === null ? {} : { startLine: place.startLine }
    comments.push({ ...one, ...start, body: `${text}${suggestion}` })
  }
  const nothing = comments.length + rest.length > 0 ? null : repeated > 0 ? NOTHING_NEW : NOTHING
  const words = summary === null ? NOT_HERE : inert(summary, SUMMARY_LENGTH)
  const body = [words || null, nothing, listRest(rest), describeRepeated(repeated), marker]
  return {
    body: body.filter((part) => part !== null).join('\n\n'),
    comments: comments.map(({ text: _, ...comment }) => comment),
  }
}

/** Models write paths as commands and patches do. */
const pathOf = (path: string): string => path.replace(/^\.\//, '')

interface Where {
  readonly path: string
  readonly line: number | null
  readonly text: string
}

const isSame = (one: Where, other: Where): boolean =>
  one.path === other.path && one.line === other.line && one.text === other.text

/** The text of a comment of ours, without its suggestion. */
function textOf(body: string): string {
  const text = body.replaceAll('\r\n', '\n').trim()
  return text.replace(/\n\n(`{3,})suggestion\n(?:[\s\S]*\n)?\1$/, '').trim()
}

/** The hunks of a file, each read once. */
function openHunks(files: readonly DiffFile[]): (path: string) => readonly Hunk[] {
  const patches = new Map(files.map(({ path, patch }) => [path, patch ?? '']))
  const known = new Map<string, readonly Hunk[]>()
  let room = MAX_PATCHES
  return (path) => {
    const before = known.get(path)
    if (before !== undefined) return before
    const patch = patches.get(path) ?? ''
    const hunks = patch.length > room ? [] : hunksOf(patch)
    room -= patch.length > room ? 0 : patch.length
    known.set(path, hunks)
    return hunks
  }
}

interface Place {
  readonly startLine: number | null
  readonly suggestion: string | null
}

/** Where GitHub takes a comment; `null`: the diff does not show the line. */
function findPlace({ startLine: start, line, suggestion }: Finding, hunks: readonly Hunk[]): Place | null {
  const hunk = hunks.find((one) => one.has(line))
  if (hunk === undefined) return null
  // GitHub refuses a first line that is not before the last one, or not in its hunk.
  const isRange = start !== undefined && start < line && hunk.has(start)
  const isPlaced = isRange ? line - start < MAX_RANGE : start === undefined || start === line
  const from = isRange ? start : line
  const isFit = suggestion !== undefined && isPlaced && fits(suggestion, hunk, { from, to: line })
  return { startLine: isRange ? start : null, suggestion: isFit ? asLines(suggestion) : null }
}

/** Without the end of the last line, which the fence has. */
const asLines = (code: string): string => code.replaceAll('\r\n', '\n').replace(/\n$/, '')

/** In a suggestion nothing can be made inert: it is what gets committed. */
const COMMAND = /^\s*\/[a-z]/im

/**
 * Whether a suggestion may be shown. Models repeat the line before or after those that they replace, which would then stand there
 * twice; and what people cannot see, or what commands a bot, is not for them to commit.
 */
function fits(
  suggestion: string,
  hunk: Hunk,
  { from, to }: { readonly from: number; readonly to: number },
): boolean {
  const code = asLines(suggestion)
  if (withoutHiddenCharacters(code) !== code || COMMAND.test(code)) return false
  const before = Array.from({ length: to - from + 1 }, (_, at) => hunk.get(from + at) ?? '')
  if (before.join('\n') === code) return false
  const lines = code.split('\n')
  const repeats = (line: string | undefined, next: string | undefined, replaced: string | undefined) =>
    line !== undefined && line.trim() !== '' && line === next && line !== replaced
  return (
    !repeats(lines[0], hunk.get(from - 1), before[0]) &&
    !repeats(lines.at(-1), hunk.get(to + 1), before.at(-1))
  )
}

/** https://docs.github.com/en/pull-requests/collaborating-with-pull-requests/reviewing-changes-in-pull-requests/commenting-on-a-pull-request */
function suggest(code: string): string {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}suggestion`, ...(code === '' ? [] : [code]), fence].join('\n')
}

function describe({ path, startLine, line }: Finding, text: string, repositoryUrl: string): string {
  const lines = startLine !== undefined && startLine < line ? `${startLine}-${line}` : line
  const name = shorten(neutralize(asOneLine(path), repositoryUrl), 300).replaceAll('`', "'")
  return `**\`${name}\`, ${String(lines).includes('-') ? 'lines' : 'line'} ${lines}**\n\n${text}`
}

/** As many as have room. */
function listRest(items: readonly string[]): string | null {
  if (items.length === 0) return null
  let room = REST_LENGTH
  const shown = items.filter((item) => {
    room -= item.length
    return room >= 0
  })
  const more = items.length - shown.length
  return [
    '**On lines that the diff does not show:**',
    ...shown,
    ...(more > 0 ? [`${more} more ${more === 1 ? 'finding stands' : 'findings stand'} in the job.`] : []),
  ].join('\n\n')
}

const describeRepeated = (count: number): string | null =>
  count === 0
    ? null
    : `${count} ${count === 1 ? 'finding' : 'findings'} of an earlier review ${count === 1 ? 'is' : 'are'} not repeated.`
