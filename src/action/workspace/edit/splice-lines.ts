import { findLineEnd, type Lines } from './match/split-lines.ts'

/** A line to put: one of the file by its index, as it is, or a new one. */
export type Put = number | NewLine

export interface NewLine {
  readonly text: string
  /** As the model wrote it; `null`: as the lines around it end. */
  readonly end: '\r\n' | null
  /** The line of the file that it stands for, by index: it ends as that one did. */
  readonly near: number
}

/** `count` lines from `at` on become `put`. */
export interface LineChange {
  readonly at: number
  readonly count: number
  readonly put: readonly Put[]
}

export interface Spliced {
  readonly text: string
  /** Where each change is in the new text, by line index; `to` is the line after it. */
  readonly ranges: readonly { readonly from: number; readonly to: number }[]
}

/** Makes changes that do not overlap, given in their order. Lines that no change names stay byte for byte. Pure. */
export function spliceLines(file: Lines, changes: readonly LineChange[]): Spliced {
  const usual = findLineEnd(file)
  const pieces: { readonly text: string; readonly end: string }[] = []
  const keep = (index: number) =>
    pieces.push({ text: file.lines[index] ?? '', end: file.ends[index] || usual })
  let next = 0
  const ranges = changes.map(({ at, count, put }) => {
    while (next < at) keep(next++)
    const from = pieces.length
    for (const one of put) {
      if (typeof one === 'number') keep(one)
      else pieces.push({ text: one.text, end: one.end ?? endNear(file, one.near, usual) })
    }
    next = at + count
    return { from, to: pieces.length }
  })
  while (next < file.lines.length) keep(next++)
  const last = pieces.pop()?.text ?? ''
  return { text: pieces.map(({ text, end }) => text + end).join('') + last, ranges }
}

const endNear = ({ ends }: Lines, index: number, usual: string): string =>
  ends[index] || ends[index - 1] || usual
