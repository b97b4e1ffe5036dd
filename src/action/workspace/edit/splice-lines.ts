import { findLineEnd, type Lines } from './match/split-lines.ts'

/** A line of the result: one of the file, by index, unchanged, or a new one. */
export type SplicedLine = number | NewLine

export interface NewLine {
  readonly text: string
  /** The line of the file that it replaces, by index. It gets the same line end. */
  readonly near: number
}

/** `count` lines from `at` on become `lines`. */
export interface LineChange {
  readonly at: number
  readonly count: number
  readonly lines: readonly SplicedLine[]
}

export interface Spliced {
  readonly text: string
  /** Each change in the new text, by line index; `to` is the line after it. */
  readonly ranges: readonly { readonly from: number; readonly to: number }[]
}

/** Makes changes that do not overlap, given in order. All other lines stay byte for byte. Pure. */
export function spliceLines(file: Lines, changes: readonly LineChange[]): Spliced {
  const usual = findLineEnd(file)
  const result: { readonly text: string; readonly end: string }[] = []
  const keep = (index: number) =>
    result.push({ text: file.lines[index] ?? '', end: file.ends[index] || usual })
  let next = 0
  const ranges = changes.map(({ at, count, lines }) => {
    while (next < at) keep(next++)
    const from = result.length
    for (const line of lines) {
      if (typeof line === 'number') keep(line)
      else result.push({ text: line.text, end: endNear(file, line.near, usual) })
    }
    next = at + count
    return { from, to: result.length }
  })
  while (next < file.lines.length) keep(next++)
  const last = result.pop()?.text ?? ''
  return { text: result.map(({ text, end }) => text + end).join('') + last, ranges }
}

const endNear = ({ ends }: Lines, index: number, usual: string): string =>
  ends[index] || ends[index - 1] || usual
