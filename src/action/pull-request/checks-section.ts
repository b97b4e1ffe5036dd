import type { CheckResult, ChecksReport } from '../checks/check-result.ts'
import { failuresOf, listReport } from '../checks/describe-checks.ts'
import { replaceSection, wrapSection } from './replace-section.ts'
import { asOneLine } from './sanitize/neutralize.ts'
import { type SanitizeOptions, sanitize } from './sanitize/sanitize.ts'

const MOST_FAILURES = 4
const TAIL_LENGTH = 2500

export interface ChecksView extends SanitizeOptions {
  readonly report: ChecksReport
  /** The commit that was pushed. */
  readonly sha: string
  /** False: others had changed the branch meanwhile, and the commit holds their changes, too. */
  readonly isAsChecked: boolean
}

/** The part of the pull request about the checks, in Markdown. What programs printed stands in fences of its own. */
export function checksSection({ report, sha, isAsChecked, ...cleaning }: ChecksView): string {
  const clean = (text: string) => sanitize(text, cleaning)
  const lines = listReport(report).map((line) => clean(asOneLine(line)).replaceAll('`', "'"))
  const about = `**Checks** at ${sha.slice(0, 12)}${isAsChecked ? '' : ', before it was put on top of changes by others'}`
  const failures = failuresOf(report)
    .filter(({ output }) => output.trim() !== '')
    .slice(0, MOST_FAILURES)
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
    `<details><summary>${title}: the end of what it printed</summary>`,
    '',
    `${fence}text`,
    text,
    fence,
    '',
    '</details>',
  ].join('\n')
}

/** From the start of a line, if one begins in it. */
function tailOf(text: string): string {
  if (text.length <= TAIL_LENGTH) return text
  const tail = text.slice(-TAIL_LENGTH).toWellFormed()
  return `…\n${tail.slice(tail.indexOf('\n') + 1)}`
}

const escapeHtml = (text: string): string =>
  text.replace(/[^\p{L}\p{N}\u200b ./:-]/gu, (mark) => `&#${mark.codePointAt(0) ?? 0};`)

/** The body of a pull request with this part in place of the one of an earlier turn, or behind it all. Pure. */
export const replaceChecksSection = (body: string, part: string): string =>
  replaceSection(body, 'checks', part)
