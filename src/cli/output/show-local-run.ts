import { isUtf8 } from 'node:buffer'
import { describeEvidence } from '../../contract/describe-run.ts'
import type { LocalRunResult } from '../../contract/local-run.ts'
import { json, plainText } from './plain-text.ts'
import type { Channel, Paint } from './terminal.ts'
import { usageWords } from './words.ts'

/** The result for programs. A patch that is not UTF-8 is only in the file of `--patch`. */
export const localRunJson = (result: LocalRunResult, patch: Uint8Array | null): string =>
  json({ ...result, patch: patch !== null && isUtf8(patch) ? Buffer.from(patch).toString() : null })

/** The patch as it is for a program, such as `git apply`; for a person inert and in colours. */
export function showPatch({ isTerminal, paint }: Channel, patch: Uint8Array): string | Uint8Array {
  if (!isTerminal) return patch
  return Buffer.from(patch)
    .toString()
    .split('\n')
    .map((line) => paintLine(paint, line.replaceAll('\t', '    ')))
    .join('\n')
}

function paintLine(paint: Paint, line: string): string {
  const text = plainText(line)
  if (/^(?:diff --git|\+\+\+|---|index|new file|deleted file|similarity|rename) /.test(line))
    return paint.bold(text)
  if (line.startsWith('+')) return paint.good(text)
  return line.startsWith('-') ? paint.bad(text) : line.startsWith('@@') ? paint.dim(text) : text
}

/** What a person reads below the diff: checks, refusals, cost, and how to continue. */
export function notesOfRun(
  paint: Paint,
  result: LocalRunResult,
  { patch }: { readonly patch: string | null },
): string {
  const { outcome, reason, title, summary, files, checks, refused, usage, applied } = result
  const lines: string[] = ['']
  if (title !== null && outcome !== 'no-change') lines.push(paint.bold(plainText(title)))
  if (summary !== null) lines.push(...summary.split('\n').map((line) => `  ${plainText(line)}`))
  lines.push(...checkLines(paint, checks))
  if (refused.length > 0) {
    lines.push('Prentice would not publish, and refused to change:')
    lines.push(...refused.map(({ path, why }) => paint.bad(`  ✗ ${plainText(`${path} is ${why}`)}`)))
  }
  if (reason !== null) {
    const text = plainText(reason.message)
    lines.push(outcome === 'no-change' ? text : paint.bad(`✗ ${text}`))
  }
  const cost = usage === null ? [] : [usageWords(usage)]
  if (files.length > 0 || cost.length > 0)
    lines.push(
      paint.dim([`${files.length} changed ${files.length === 1 ? 'file' : 'files'}`, ...cost].join(', ')),
    )
  if (patch !== null) lines.push(`The patch is in ${plainText(patch)}.`)
  if (applied?.ok) lines.push(paint.good('✓ The change is in your work tree, uncommitted.'))
  else if (applied) lines.push(paint.bad(`✗ Nothing was written: ${plainText(applied.why)}`))
  else if (outcome === 'changed' && patch === null)
    lines.push('Your files are as they were. --apply writes the change to them, --patch FILE stores it.')
  return `${lines.join('\n')}\n`
}

function checkLines(paint: Paint, checks: LocalRunResult['checks']): string[] {
  if (checks === null) return []
  const why = checks.notRun === null ? [] : [plainText(`The checks did not run: ${checks.notRun}.`)]
  const results = checks.results.map(({ name, passed, detail }) =>
    passed ? paint.good(`✓ ${plainText(name)}`) : paint.bad(`✗ ${plainText(`${name}: ${detail}`)}`),
  )
  const tests = checks.tests === undefined ? [] : [plainText(describeEvidence(checks.tests))]
  return [...why, ...results, ...tests]
}
