import type { Git, GitResult } from '../../git/process/git.ts'
import type { Listed } from '../files/ls-files.ts'
import { done, refused, type ToolResult } from '../files/tool-result.ts'
import { type Scope, toPathspecs } from './to-pathspecs.ts'
import type { UntrackedIndex } from './untracked-index.ts'
import type { WideFiles } from './wide-files.ts'

export interface SearchContext {
  readonly git: Git
  readonly untracked: UntrackedIndex
  readonly wide: WideFiles
}

export interface SearchRequest {
  readonly pattern: string
  readonly regex: boolean
  readonly ignoreCase: boolean
}

const MATCHES = 200
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
  const { pattern, regex, ignoreCase } = request
  const options = ignoreCase ? ['-i'] : []
  const result = await searchOnce(context, scope, { pattern, options: [regex ? '-P' : '-F', ...options] })
  // Some builds of git do not support Perl expressions.
  const again = regex && result.code > 1 && NO_PERL_SUPPORT.test(result.stderr)
  return describe(again ? await searchOnce(context, scope, { pattern, options: ['-E', ...options] }) : result)
}

interface Expression {
  readonly pattern: string
  readonly options: readonly string[]
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
      ...['-e', expression.pattern, '--', ...files],
    ],
    LIMITS,
  )

const grepTree = (git: Git, { options, pattern }: Expression, tree: string) =>
  git(['grep', '-naz', '--column', '--no-color', ...options, '-e', pattern, tree], LIMITS)

/** `git grep` exits with 1 when nothing matches and with more on an error. */
function describe(result: GitResult): ToolResult {
  const lines = result.stdout.split('\n').filter((line) => line !== '')
  if (result.cut && lines.length === 0) {
    return refused('The search took too long. Use a simpler pattern or narrow the path.')
  }
  if (!result.cut && result.code > 1) {
    return refused(`The search failed: ${result.stderr.trim().slice(0, 300)}. Correct the pattern.`)
  }
  if (lines.length === 0) return done('No match.')
  const left = lines.length - MATCHES
  const least = result.cut ? 'at least ' : ''
  const note =
    left > 0 || result.cut
      ? [`[${least}${Math.max(left, 1)} more matches were left out. Narrow the search.]`]
      : []
  return done([...lines.slice(0, MATCHES).map(show), ...note].join('\n'))
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
