import type { Paint } from '../../../sandbox/cli/terminal-colors.ts'
import type { Done } from './do-task.ts'

const HEAD = ['', 'task', 'steps', 'input', 'cached', 'output', 'USD', 'seconds']

/** The results as a table, with the reason below each task that failed, and the sums. Pure. */
export function showTable(all: readonly Done[], paint: Paint): string {
  const rows = all.map(rowOf)
  const widths = HEAD.map((head, column) =>
    Math.max(head.length, ...[...rows, sumOf(all)].map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
  return [
    paint.bold(line(HEAD)),
    ...all.flatMap((done, index) => {
      const row = line(rows[index] ?? [])
      return done.why === null
        ? [row]
        : [paint.bad(row), `        ${done.why.replaceAll('\n', '\n        ')}`]
    }),
    paint.bold(line(sumOf(all))),
  ].join('\n')
}

const rowOf = ({ task, why, usage, seconds }: Done): string[] => [
  why === null ? 'passed' : 'failed',
  task,
  count(usage.steps),
  count(usage.inputTokens),
  count(usage.cachedInputTokens),
  count(usage.outputTokens),
  usage.costUsd === null ? '?' : usage.costUsd.toFixed(4),
  seconds.toFixed(1),
]

function sumOf(all: readonly Done[]): string[] {
  const total = (of: (done: Done) => number) => all.reduce((sum, done) => sum + of(done), 0)
  const unpriced = all.some(({ usage }) => usage.costUsd === null)
  return [
    '',
    `${total(({ why }) => (why === null ? 1 : 0))} of ${all.length} passed`,
    count(total(({ usage }) => usage.steps)),
    count(total(({ usage }) => usage.inputTokens)),
    count(total(({ usage }) => usage.cachedInputTokens)),
    count(total(({ usage }) => usage.outputTokens)),
    unpriced ? '?' : total(({ usage }) => usage.costUsd ?? 0).toFixed(4),
    total(({ seconds }) => seconds).toFixed(1),
  ]
}

const count = (number: number): string => number.toLocaleString('en')
