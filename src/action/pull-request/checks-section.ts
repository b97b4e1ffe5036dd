import { asOneLine } from '../../sanitize/neutralize.ts'
import { type CheckResult, type ChecksReport, failuresOf, listReport } from '../checks/checks-report.ts'
import { type SanitizeOptions, sanitize } from './sanitize.ts'
import { wrapSection } from './sections.ts'

const MAX_FAILURES = 4
const TAIL_LENGTH = 2500

export interface ChecksView extends SanitizeOptions {
  readonly report: ChecksReport
  /** The commit that was pushed. */
  readonly sha: string
  /** False: the commit also has changes that others pushed meanwhile. */
  readonly isAsChecked: boolean
}

/** The section of the pull request about the checks, in Markdown. Each output is in its own code fence. */
export function checksSection({ report, sha, isAsChecked, ...cleaning }: ChecksView): string {
  const clean = (text: string) => sanitize(text, cleaning)
  const lines = listReport(report).map((line) => clean(asOneLine(line)).replaceAll('`', "'"))
  const about = `**Checks** at ${sha.slice(0, 12)}${isAsChecked ? '' : ', before it was rebased on changes by others'}`
  const failures = failuresOf(report)
    .filter(({ output }) => output.trim() !== '')
    .slice(0, MAX_FAILURES)
  return wrapSection('checks', [
    about,
    lines.map((line) => `- \`${line}\``).join('\n'),
    ...failures.map((result) => showOutput(result, clean)),
  ])
}

function showOutput({ name, output }: CheckResult, clean: (text: string) => string): string {
  const text = tailOf(clean(output).trim())
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  const title = escapeHtml(clean(asOneLine(name)))
  return [
    `<details><summary>${title}: end of the output</summary>`,
    '',
    `${fence}text`,
    text,
    fence,
    '',
    '</details>',
  ].join('\n')
}

/** Starts with a whole line if there is one. */
function tailOf(text: string): string {
  if (text.length <= TAIL_LENGTH) return text
  const tail = text.slice(-TAIL_LENGTH).toWellFormed()
  return `…\n${tail.slice(tail.indexOf('\n') + 1)}`
}

const escapeHtml = (text: string): string =>
  text.replace(/[^\p{L}\p{N}\u200b ./:-]/gu, (character) => `&#${character.codePointAt(0) ?? 0};`)
