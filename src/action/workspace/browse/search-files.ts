import type { Git, GitResult } from '../../git/process/git.ts'
import type { Listed } from '../files/ls-files.ts'
import { done, refused, type ToolResult } from '../files/tool-result.ts'
import { findArgumentProblem, type Scope, toPathspecs } from './to-pathspecs.ts'
import type { UntrackedIndex } from './untracked-index.ts'
import type { WideFiles } from './wide-files.ts'

export interface SearchContext {
  readonly git: Git
  /** Whether git can search in UTF-8. It cannot where the locale C.UTF-8 is missing. */
  readonly knowsUtf8: () => Promise<boolean>
  readonly untracked: UntrackedIndex
  readonly wide: WideFiles
}

export interface SearchRequest {
  readonly pattern: string
  readonly regex: boolean
  readonly ignoreCase: boolean
}

const MATCHES = 200
/** An argument of a program has at most 128 KiB on Linux, and no useful pattern nearly as much. */
const MAX_PATTERN_BYTES = 16_384
const LINE_LENGTH = 300
/** Characters of a very long line that are shown before the match. */
const LEAD_LENGTH = 100
const LIMITS = { timeoutMs: 20_000, maxBytes: 1024 * 1024 }
/** Untracked files up to this number are named to git. */
const MAX_NAMED_FILES = 500
const NO_PERL_SUPPORT = /Perl-compatible/i

/** Lines that match, as `path:line:text`, in text files that git tracks or would add. */
export async function searchFiles(
  context: SearchContext,
  scope: Scope,
  request: SearchRequest,
): Promise<ToolResult> {
  if (request.pattern === '') return refused('The pattern is empty. Name the text to search for.')
  if (request.pattern.includes('\n')) {
    return refused('The pattern holds a line end, but search goes line by line. Search for one of the lines.')
  }
  const problem = findArgumentProblem('pattern', request.pattern, MAX_PATTERN_BYTES)
  if (problem !== null) return refused(problem)
  const { pattern, regex, ignoreCase } = request
  // Bytes that are equal are equal characters: only then no locale is needed.
  const needsUtf8 = regex || ignoreCase
  const inUtf8 = needsUtf8 && (await context.knowsUtf8())
  const options = ignoreCase ? ['-i'] : []
  const start = `(*ANYCRLF)${inUtf8 ? '(*UCP)' : ''}`
  const result = await searchOnce(context, scope, {
    patterns: regex ? spellingsOfRegex(pattern).map((one) => start + one) : spellingsOf(pattern),
    options: [regex ? '-P' : '-F', ...options],
    inUtf8,
  })
  // Some builds of git do not support Perl expressions.
  const again = regex && result.code > 1 && NO_PERL_SUPPORT.test(result.stderr)
  const found = again
    ? await searchOnce(context, scope, { patterns: [pattern], options: ['-E', ...options], inUtf8 })
    : result
  return describe(found, needsUtf8 && !inUtf8 ? IN_BYTES : '')
}

const IN_BYTES =
  '\n[The runner lacks the locale C.UTF-8, so bytes were compared: of characters beyond ASCII, only exactly the same are found.]'

/** A text can be composed or decomposed, as macOS writes it: https://unicode.org/reports/tr15/. Pure. */
const spellingsOf = (text: string): readonly string[] => [
  ...new Set([text, text.normalize('NFC'), text.normalize('NFD')]),
]

/** The same for a regular expression. In brackets and names of groups, a character stays one. Pure. */
function spellingsOfRegex(pattern: string): readonly string[] {
  const composed = pattern.normalize('NFC')
  if (/\[|\\Q|\(\?(?:P?<|')/.test(composed)) return [...new Set([pattern, composed])]
  const either = composed.replace(/\P{ASCII}/gu, (one) => {
    const decomposed = one.normalize('NFD')
    return decomposed === one ? one : `(?:${one}|${decomposed})`
  })
  return [...new Set([pattern, either])]
}

/** Asks git once whether a character of two bytes is one character to it. */
export function openUtf8Probe(git: Git): () => Promise<boolean> {
  const probe = async () => {
    const { stdout } = await git(['hash-object', '-w', '--stdin'], { input: 'ä\n' })
    const tree = await git(['mktree'], { input: `100644 blob ${stdout.trim()}\ta\n` })
    const asked = ['grep', '-q', '-P', '-e', '^.$', tree.stdout.trim()]
    return (await git(asked, { inUtf8: true })).code === 0
  }
  let known: Promise<boolean> | null = null
  return () => {
    known ??= probe()
    return known
  }
}

interface Expression {
  /** A line matches that matches one of them. */
  readonly patterns: readonly string[]
  readonly options: readonly string[]
  readonly inUtf8: boolean
}

/** Searches tracked files, and at the same time untracked ones, whose names are mostly in memory. */
async function searchOnce(context: SearchContext, scope: Scope, expression: Expression): Promise<GitResult> {
  const listing = context.untracked.findUntracked(scope)
  const narrow = await searchNarrow(context.git, scope, { expression, listing })
  if (narrow.code > 1 || narrow.cut) return narrow
  const { files } = await listing
  const wide = await context.wide.search(scope, files.slice(0, MAX_NAMED_FILES), (tree) =>
    grepTree(context.git, expression, tree),
  )
  if (wide === null) return narrow
  const code = wide.result.code > 1 ? wide.result.code : Math.min(narrow.code, wide.result.code)
  return {
    ...wide.result,
    code,
    stdout: narrow.stdout + wide.result.stdout,
    cut: wide.result.cut || wide.left > 0,
  }
}

interface Search {
  readonly expression: Expression
  /** The untracked files of the scope. */
  readonly listing: Promise<Listed>
}

/** All files but those in UTF-16. */
async function searchNarrow(git: Git, scope: Scope, search: Search): Promise<GitResult> {
  const { expression } = search
  const below = toPathspecs(scope)
  const [tracked, untracked] = await Promise.all([
    grep(git, expression, [], below),
    searchUntracked(git, search),
  ])
  if (tracked.code > 1 || tracked.cut || untracked === 'none') return tracked
  if (untracked === 'too many') return grep(git, expression, ['--untracked'], below)
  const code = untracked.code > 1 ? untracked.code : Math.min(tracked.code, untracked.code)
  return { ...untracked, code, stdout: tracked.stdout + untracked.stdout }
}

/**
 * Names the files to git, because `git grep --untracked` walks all folders before it searches. A command line has room for
 * some of them only.
 */
async function searchUntracked(
  git: Git,
  { expression, listing }: Search,
): Promise<GitResult | 'none' | 'too many'> {
  const { files, cut, problem } = await listing
  if (cut || problem !== null || files.length > MAX_NAMED_FILES) return 'too many'
  if (files.length === 0) return 'none'
  const names = files.flatMap((path) => toPathspecs({ path }))
  return grep(git, expression, ['--untracked'], names)
}

/** With the default of eight, two cores spend much time on switching threads: 66 ms instead of 38. */
const THREADS = 4

const grep = (git: Git, expression: Expression, more: readonly string[], files: readonly string[]) =>
  git(
    [
      ...['grep', '-nIz', '--column', '--no-color', `--threads=${THREADS}`, ...expression.options, ...more],
      ...[...expression.patterns.flatMap((pattern) => ['-e', pattern]), '--', ...files],
    ],
    { ...LIMITS, inUtf8: expression.inUtf8 },
  )

const grepTree = (git: Git, { options, patterns, inUtf8 }: Expression, tree: string) =>
  git(
    [
      ...['grep', '-naz', '--column', '--no-color', ...options],
      ...[...patterns.flatMap((pattern) => ['-e', pattern]), tree],
    ],
    { ...LIMITS, inUtf8 },
  )

/** `git grep` exits with 1 when nothing matches and with more on an error. */
function describe(result: GitResult, remark: string): ToolResult {
  const lines = result.stdout.split('\n').filter((line) => line !== '')
  if (result.cut && lines.length === 0) {
    return refused('The search took too long. Use a simpler pattern or narrow the path.')
  }
  if (!result.cut && result.code > 1) {
    return refused(`The search failed: ${result.stderr.trim().slice(0, 300)}. Correct the pattern.`)
  }
  if (lines.length === 0) return done(`No match.${remark}`)
  const left = lines.length - MATCHES
  const least = result.cut ? 'at least ' : ''
  const note =
    left > 0 || result.cut
      ? [`[${least}${Math.max(left, 1)} more matches were left out. Narrow the search.]`]
      : []
  return done([...lines.slice(0, MATCHES).map(show), ...note].join('\n') + remark)
}

/** `path NUL line NUL column NUL text`. Of a very long line, only the part around the match. */
function show(found: string): string {
  const [path = '', number = '', column = '', ...rest] = found.split('\0')
  const line = rest.join('\0').replace(/\r$/, '')
  const place = `${path}:${number}`
  if (place.length + line.length < LINE_LENGTH) return `${place}:${line}`
  const match = charactersIn(line, Number(column) - 1)
  const start = Math.max(0, match - LEAD_LENGTH)
  const part = line.slice(start, start + LINE_LENGTH).toWellFormed()
  const end = start + LINE_LENGTH < line.length ? '…' : ''
  return start === 0 ? `${place}:${part}${end}` : `${place}:[from column ${start + 1}] …${part}${end}`
}

/** git counts bytes, `read` counts characters. */
const charactersIn = (line: string, bytes: number): number =>
  Buffer.from(line).subarray(0, bytes).toString('utf8').length
