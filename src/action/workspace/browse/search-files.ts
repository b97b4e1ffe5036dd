import type { Git, GitResult } from '../../git/process/git.ts'
import { done, refused, type ToolResult } from '../files/tool-result.ts'
import { toPathspecs, type Where } from './to-pathspecs.ts'
import type { UntrackedIndex } from './untracked-index.ts'

export interface Searching {
  readonly git: Git
  readonly survey: UntrackedIndex
}

export interface SearchRequest {
  readonly pattern: string
  readonly regex: boolean
  readonly ignoreCase: boolean
}

const MATCHES = 200
const LINE_LENGTH = 300
/** What is shown of a very long line before the match. */
const LEAD_LENGTH = 100
const LIMITS = { timeoutMs: 20_000, maxBytes: 1024 * 1024 }
/** New files that are searched by their names. */
const NAMED_FILES = 500
const NO_PERL = /Perl-compatible/i

/** Lines that match, as `path:line:text`, in text files that git tracks or would add. */
export async function searchFiles(
  searching: Searching,
  where: Where,
  request: SearchRequest,
): Promise<ToolResult> {
  if (request.pattern === '') return refused('The pattern is empty. Name the text to search for.')
  if (request.pattern.includes('\n')) {
    return refused('The pattern holds a line end, but search goes line by line. Search for one of the lines.')
  }
  const { pattern, regex, ignoreCase } = request
  const options = ignoreCase ? ['-i'] : []
  const result = await searchOnce(searching, where, { pattern, options: [regex ? '-P' : '-F', ...options] })
  // Some builds of git come without Perl's expressions.
  const again = regex && result.code > 1 && NO_PERL.test(result.stderr)
  return describe(
    again ? await searchOnce(searching, where, { pattern, options: ['-E', ...options] }) : result,
  )
}

interface Expression {
  readonly pattern: string
  readonly options: readonly string[]
}

/** New files are looked for, mostly in memory, and searched while the others are. */
async function searchOnce(searching: Searching, where: Where, expression: Expression): Promise<GitResult> {
  const { git } = searching
  const below = toPathspecs(where)
  const [tracked, fresh] = await Promise.all([
    grep(git, expression, [], below),
    searchFresh(searching, where, expression),
  ])
  if (tracked.code > 1 || tracked.cut || fresh === 'none') return tracked
  if (fresh === 'too many') return grep(git, expression, ['--untracked'], below)
  const code = fresh.code > 1 ? fresh.code : Math.min(tracked.code, fresh.code)
  return { ...fresh, code, stdout: tracked.stdout + fresh.stdout }
}

/**
 * By their names: `git grep --untracked` walks all folders before it searches. A command line has its end, though.
 */
async function searchFresh(
  { git, survey }: Searching,
  where: Where,
  expression: Expression,
): Promise<GitResult | 'none' | 'too many'> {
  const { files, cut, problem } = await survey.findFresh(where)
  if (cut || problem !== null || files.length > NAMED_FILES) return 'too many'
  if (files.length === 0) return 'none'
  const names = files.flatMap((path) => toPathspecs({ path }))
  return grep(git, expression, ['--untracked'], names)
}

/** With eight, its default, two cores spend more time on taking turns than on reading: 66 ms and not 38. */
const THREADS = 4

const grep = (git: Git, expression: Expression, more: readonly string[], files: readonly string[]) =>
  git(
    [
      ...['grep', '-nIz', '--column', '--no-color', `--threads=${THREADS}`, ...expression.options, ...more],
      ...['-e', expression.pattern, '--', ...files],
    ],
    LIMITS,
  )

/** `git grep` exits with 1 when nothing matches and with more on an error. */
function describe(result: GitResult): ToolResult {
  const lines = result.stdout.split('\n').filter((line) => line !== '')
  if (result.cut && lines.length === 0) {
    return refused('The search took too long. Use a simpler pattern or narrow the path.')
  }
  if (!result.cut && result.code > 1) {
    return refused(`The search failed: ${result.stderr.trim().slice(0, 300)}. Mend the pattern.`)
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

/** `path NUL line NUL column NUL text`. Of a very long line the part around the match, and where that begins. */
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

/** git counts bytes, `read` characters. */
const charactersIn = (line: string, bytes: number): number =>
  Buffer.from(line).subarray(0, bytes).toString('utf8').length
