import { answeredBy } from '../../contract/describe-run.ts'
import { type Reason, type ReasonCode, splitReason } from '../../contract/reasons.ts'
import type { Usage } from '../../contract/run.ts'
import type { Assignment } from '../../contract/runner-protocol/assignment.ts'
import type { Source } from '../../contract/runner-protocol/material.ts'
import type { FileNote } from '../../contract/runner-protocol/result.ts'
import { groupDigits } from '../../contract/text.ts'
import { asOneLine, shorten } from '../../sanitize/neutralize.ts'
import { type ChecksReport, failuresOf } from '../checks/checks-report.ts'
import type { Change } from '../git/diff/change.ts'
import type { NewLink } from '../git/diff/new-links.ts'
import { countOf, describeMoney } from '../text/format.ts'
import { type SanitizeOptions, sanitize } from './sanitize.ts'

/** Sections of a pull request's body that a later turn replaces. */
type SectionName =
  | 'checks'
  | 'files'
  | 'left'
  | 'lfs'
  | 'outside'
  | 'references'
  | 'sources'
  | 'state'
  | 'usage'

/** No text of a model can contain them, since HTML comments of a model are broken up. */
const delimitersOf = (name: SectionName) =>
  ({ start: `<!-- prentice:${name} -->`, end: `<!-- /prentice:${name} -->` }) as const

/** Adds delimiters to a section, so that it can be found again. */
export function wrapSection(name: SectionName, paragraphs: readonly string[]): string {
  const { start, end } = delimitersOf(name)
  return [start, ...paragraphs, end].join('\n\n')
}

/** What stands between the delimiters; `null`: the body has no such section. Pure. */
function readSection(body: string, name: SectionName): string | null {
  const { start, end } = delimitersOf(name)
  const [, rest] = body.split(start, 2)
  return rest?.includes(end) ? (rest.split(end, 1)[0] ?? null) : null
}

export const hasSection = (body: string, name: SectionName): boolean =>
  body.includes(delimitersOf(name).start)

/** The body with this section in place of that of an earlier turn, or at the end; `null` removes it. Pure. */
export function replaceSection(body: string, name: SectionName, section: string | null): string {
  const delimiters = delimitersOf(name)
  const start = body.indexOf(delimiters.start)
  const end = body.indexOf(delimiters.end, start)
  if (start < 0 || end < 0) return section === null ? body : `${body.trimEnd()}\n\n${section}\n`
  const rest = body.slice(end + delimiters.end.length)
  const before = body.slice(0, start)
  return section === null ? before + rest.trimStart() : before + section + rest
}

/** Of a path, the name of a source, or why a file changed. */
const LINE_LENGTH = 200

/** A text of a model or of people as one line. */
const oneLine = (text: string, cleaning: SanitizeOptions, most = LINE_LENGTH): string =>
  shorten(sanitize(asOneLine(text), cleaning), most)

/** As code, so that nothing in it is a link. */
const asCode = (line: string): string => `\`${line.replaceAll('`', "'")}\``

const MAX_FILES_SHOWN = 40

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
  const code = (path: string) => asCode(oneLine(path, cleaning))
  const earlier = readLines(body)
  const newest = new Map(notes.map(({ path, why }) => [path, oneLine(why, cleaning)]))
  const lines = paths.flatMap((path) => {
    const why = newest.get(path) || earlier.get(code(path))
    return why === undefined ? [] : [`- ${code(path)}: ${why}`]
  })
  if (lines.length === 0) return null
  const left = paths.length - Math.min(lines.length, MAX_FILES_SHOWN)
  const more = left === 0 ? [] : [`- and ${left} more ${left === 1 ? 'file' : 'files'}`]
  return wrapSection('files', ['**Files**', [...lines.slice(0, MAX_FILES_SHOWN), ...more].join('\n')])
}

const MAX_LEFT_SHOWN = 20

/**
 * The section of the pull request about the files of the job that it does not change; `null`: it changes all of them, or the
 * job is for any. Pure.
 */
export function leftSection(
  { files, paths }: { readonly files: readonly string[] | undefined; readonly paths: readonly string[] },
  cleaning: SanitizeOptions,
): string | null {
  const changed = new Set(paths)
  const left = files?.filter((path) => !changed.has(path)) ?? []
  if (files === undefined || left.length === 0) return null
  const lines = left.slice(0, MAX_LEFT_SHOWN).map((path) => `- ${asCode(oneLine(path, cleaning))}`)
  const more = left.length > MAX_LEFT_SHOWN ? [`- and ${left.length - MAX_LEFT_SHOWN} more`] : []
  return wrapSection('left', [
    `**Not changed:** ${left.length} of the ${countOf(files.length, 'file')} of this job`,
    [...lines, ...more].join('\n'),
  ])
}

const readLines = (body: string | null): Map<string, string> =>
  new Map(
    [...(readSection(body ?? '', 'files') ?? '').matchAll(/^- (`[^`\n]+`): (.+)$/gm)].map(
      ([, path = '', why = '']) => [path, why.trim()],
    ),
  )

/** Names the untrusted text that the agent has read, which nobody with write access wrote; `null`: there is none. */
export function outsideSection(outside: Assignment['outside'], cleaning: SanitizeOptions): string | null {
  if (outside === undefined) return null
  const lines = outside.read.map((name) => `- ${oneLine(name, cleaning)}`)
  return wrapSection('outside', [
    '**The agent has read untrusted text: nobody with write access to this repository wrote it.** Review the change with that in mind.',
    lines.join('\n'),
    ...(outside.holdCi ? [HELD] : []),
  ])
}

const HELD =
  '**CI is held:** workflows for pushes and pull requests do not run on the commits of Prentice. After your review, push a commit, for example with `git commit --allow-empty -m "Run CI"`, to start them.'

/** The pull requests of other repositories because of which this one was made, as links; `null`: none. */
export function sourcesSection(sources: readonly Source[], serverUrl: string): string | null {
  if (sources.length === 0) return null
  const lines = sources.map(
    ({ repository, number }) =>
      `- [${repository}#${number}](${new URL(`/${repository}/pull/${number}`, serverUrl).href})`,
  )
  return wrapSection('sources', ['**Merged pull requests that led to this one**', lines.join('\n')])
}

const MAX_LFS_SHOWN = 20

/** https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md#the-pointer */
const LINE_OF_POINTER = /^(?:version https:\/\/git-lfs\.github\.com\/spec\/|ext-|oid sha256:|size \d+$)/

/** Changed files that are not pointers. A file that was only moved adds no line. Pure. */
export const withoutPointers = (changes: readonly Change[]): Change[] =>
  changes.filter(({ addedLines }) => addedLines?.some(({ text }) => !LINE_OF_POINTER.test(text)))

/** The section of the pull request about files that belong in Git LFS; `null`: there are none. Pure. */
export function lfsSection(paths: readonly string[], cleaning: SanitizeOptions): string | null {
  if (paths.length === 0) return null
  const left = paths.length > MAX_LFS_SHOWN ? [`- and ${paths.length - MAX_LFS_SHOWN} more`] : []
  return wrapSection('lfs', [
    '**Not in Git LFS:** `.gitattributes` assigns these files to Git LFS, but Prentice has committed them as ordinary files. To move them there, check out the branch with Git LFS installed, run `git add --renormalize .`, commit and push.',
    [...paths.slice(0, MAX_LFS_SHOWN).map((path) => `- ${asCode(oneLine(path, cleaning))}`), ...left].join(
      '\n',
    ),
  ])
}

const MAX_REFERENCES_SHOWN = 20
const PART_LENGTH = 150

export interface ReferencesView extends SanitizeOptions {
  readonly references: readonly NewLink[]
  /** Hosts that the base already names. Of these, and of the repository's own, only scripts are listed. */
  readonly named: ReadonlySet<string>
}

const RANK: Readonly<Record<NewLink['kind'], number>> = { script: 0, image: 1, link: 2 }

/**
 * The section of the pull request about new external references, for a person to review. They are written as code, so that
 * none is a link. `null`: there are none.
 */
export function referencesSection({ references, named, ...cleaning }: ReferencesView): string | null {
  const own = new URL(cleaning.repositoryUrl).host
  const news = references.filter(({ kind, host }) => kind === 'script' || (host !== own && !named.has(host)))
  if (news.length === 0) return null
  const groups = [...Map.groupBy(news, ({ kind, host }) => `${kind} ${host}`).values()].toSorted(
    ([a], [b]) => RANK[a?.kind ?? 'link'] - RANK[b?.kind ?? 'link'],
  )
  const clean = (text: string) => oneLine(text, cleaning, PART_LENGTH)
  const lines = groups.slice(0, MAX_REFERENCES_SHOWN).map((group) => {
    const [first] = group
    const place = `${clean(first?.path ?? '')}:${first?.line ?? 0}`
    const more = group.length > 1 ? ` and ${group.length - 1} more` : ''
    return `- ${first?.kind ?? 'link'} ${asCode(clean(first?.host ?? ''))} in ${asCode(place)}${more}`
  })
  const left =
    groups.length > MAX_REFERENCES_SHOWN ? [`- and ${groups.length - MAX_REFERENCES_SHOWN} more hosts`] : []
  return wrapSection('references', [
    '**New external references**, which the base branch does not have',
    [...lines, ...left].join('\n'),
  ])
}

/** What the model of the last run used, and which conversations it read; `null`: it was not called. Pure. */
export function usageSection(
  { steps, inputTokens, outputTokens, costUsd, models }: Usage,
  { model, read }: { readonly model: string; readonly read: readonly string[] },
): string | null {
  if (steps === 0) return null
  const cost = costUsd === null ? [] : [`about ${describeMoney(costUsd)}`]
  const tokens = `${groupDigits(inputTokens)} tokens read, ${groupDigits(outputTokens)} written`
  const names = answeredBy(model, models).map(asCode).join(', then ')
  const parts = [names, countOf(steps, 'step'), tokens, ...cost]
  return wrapSection('usage', [
    `**Usage**: ${parts.join(' · ')}`,
    ...(read.length === 0 ? [] : [`**Read**: ${read.join('; ')}`]),
  ])
}

/** Only these are told: what a provider says about a failure, for example about the account, is not for the pull request. */
const ENDED_BY_LIMIT: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'step-limit',
  'time-limit',
  'cost-limit',
  'token-limit',
  'agent-stuck',
])

/** Says above the body that the work is unfinished; `null`: it is finished, or the body itself says so. Pure. */
export function unfinishedSection(
  { ended, body }: { readonly ended: Reason | null; readonly body: string },
  cleaning: SanitizeOptions,
): string | null {
  if (ended === null || !ENDED_BY_LIMIT.has(ended.code)) return null
  const what = sanitize(asOneLine(splitReason(ended).what), cleaning)
  return body.includes(what) ? null : wrapSection('state', [`**Unfinished:** ${what}`])
}

/** Says above the body of a draft that it is one because of the checks; `null`: none failed. Pure. */
export function failedChecksSection(report: ChecksReport | null): string | null {
  if (report === null || failuresOf(report).length === 0) return null
  return wrapSection('state', [report.kind === 'ran' ? FAILED : SETUP_FAILED])
}

const FAILED = '**Draft: checks of the project failed.** Their results are below.'
const SETUP_FAILED =
  '**Draft: the checks of the project did not run, because their setup failed.** Its result is below.'

/** The body of an earlier turn with the newest state. Where a person has removed it, only unfinished work is told. Pure. */
export function renewState(
  body: string,
  { unfinished, failed }: { readonly unfinished: string | null; readonly failed: string | null },
): string {
  if (hasSection(body, 'state')) return replaceSection(body, 'state', unfinished ?? failed)
  return unfinished === null ? body : `${unfinished}\n\n${body}`
}
