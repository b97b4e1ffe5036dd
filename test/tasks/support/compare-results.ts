import type { ResultLine } from './result-line.ts'

const HEAD = ['', 'before', 'now', 'change']

/**
 * Two runs of the same tasks: the sums of what both have done, the pass rate of each category, and the tasks whose result
 * differs. Pure.
 */
export function compareResults(before: readonly ResultLine[], now: readonly ResultLine[]): string {
  const isIn = (lines: readonly ResultLine[]) => (line: ResultLine) =>
    lines.some(({ task }) => task === line.task)
  const [then, current] = [before.filter(isIn(now)), now.filter(isIn(before))]
  const sums = (of: (line: ResultLine) => number | null, digits = 0) =>
    [then, current].map((lines) => sumOf(lines.map(of), digits))
  const categories = [...new Set(current.map(({ category }) => category))].toSorted()
  const rows = [
    row(
      'passed',
      sums(({ passed }) => Number(passed)),
    ),
    ...categories.map((name) =>
      row(
        `  ${name}`,
        sums(({ category, passed }) => Number(passed && category === name)),
      ),
    ),
    row(
      'steps',
      sums(({ steps }) => steps),
    ),
    row(
      'input tokens',
      sums(({ inputTokens }) => inputTokens),
    ),
    row(
      'cached tokens',
      sums(({ cachedInputTokens }) => cachedInputTokens),
    ),
    row(
      'output tokens',
      sums(({ outputTokens }) => outputTokens),
    ),
    row(
      'USD',
      sums(({ costUsd }) => costUsd, 4),
    ),
    row(
      'seconds',
      sums(({ seconds }) => seconds, 1),
    ),
  ]
  const widths = HEAD.map((head, at) => Math.max(head.length, ...rows.map((cells) => cells[at]?.length ?? 0)))
  const table = [HEAD, ...rows].map((cells) =>
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  )
  const left = before.length + now.length - then.length - current.length
  return [
    `${current.length} tasks are in both runs${left === 0 ? '' : `; ${left} results of one run only are left out`}`,
    ...table,
    ...current.flatMap((line) => describeChange(then, line)),
  ].join('\n')
}

/** `null`: one of them is not known. */
function sumOf(values: readonly (number | null)[], digits: number): number | null {
  let sum = 0
  for (const value of values) {
    if (value === null) return null
    sum += value
  }
  return Number(sum.toFixed(digits))
}

function row(name: string, [before = null, now = null]: readonly (number | null)[]): string[] {
  const show = (value: number | null) =>
    value === null ? '?' : value.toLocaleString('en', { maximumFractionDigits: 4 })
  if (before === null || now === null) return [name, show(before), show(now), '']
  const change = now - before
  const percent = before === 0 || change === 0 ? '' : ` (${((change / before) * 100).toFixed(1)} %)`
  return [
    name,
    show(before),
    show(now),
    `${change > 0 ? '+' : ''}${show(Number(change.toFixed(4)))}${percent}`,
  ]
}

function describeChange(before: readonly ResultLine[], now: ResultLine): string[] {
  const then = before.find(({ task }) => task === now.task)
  if (then === undefined || then.passed === now.passed) return []
  return [now.passed ? `passes now: ${now.task}` : `fails now:  ${now.task}: ${now.why ?? ''}`]
}
