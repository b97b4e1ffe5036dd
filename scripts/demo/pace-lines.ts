import type { RecordedLine } from './record-terminal.ts'
import type { TerminalLine } from './render-terminal.ts'

const START_SECONDS = 0.8

/**
 * Three paces stand for all recorded gaps: lines printed together, an ordinary step, and a wait. The exact gaps depend
 * on the speed of the machine and are too short to read along.
 */
const PACES = [
  { upToMs: 70, seconds: 0.08 },
  { upToMs: 800, seconds: 0.45 },
  { upToMs: Number.POSITIVE_INFINITY, seconds: 1.4 },
] as const

/** When each recorded line appears in the picture. */
export function paceLines(lines: readonly RecordedLine[]): TerminalLine[] {
  let seconds = START_SECONDS
  return lines.map(({ at, text }, index) => {
    const before = lines[index - 1]
    if (before) seconds += paceOf(at - before.at)
    return { text, appearsAfterSeconds: seconds }
  })
}

const paceOf = (gapMs: number): number => PACES.find(({ upToMs }) => gapMs <= upToMs)?.seconds ?? 0
