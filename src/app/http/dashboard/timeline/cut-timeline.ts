import type { Entry, StageLines } from './fold-timeline.ts'

export interface CutTimeline {
  readonly stages: StageLines[]
  /** Number of lines before them that are not shown. */
  readonly hidden: number
}

/** The newest lines, from the start of a step or a line: thousands take a browser seconds to draw. Pure. */
export function cutTimeline(stages: readonly StageLines[], most: number): CutTimeline {
  let left = most
  let hidden = 0
  const shown: StageLines[] = []
  for (const stage of stages.toReversed()) {
    const start = stage.entries.findLastIndex((entry) => {
      if (left <= 0) return true
      left -= lengthOf(entry)
      return false
    })
    hidden += stage.entries.slice(0, start + 1).reduce((sum, entry) => sum + lengthOf(entry), 0)
    const entries = stage.entries.slice(start + 1)
    if (entries.length > 0 || hidden === 0) shown.unshift({ ...stage, entries })
  }
  return { stages: shown, hidden }
}

/** The first line of these; `null`: there is none. */
export function firstLine([stage]: readonly StageLines[]): number | null {
  const [entry] = stage?.entries ?? []
  if (entry === undefined) return null
  return entry.kind === 'line' ? entry.line.seq : (entry.calls[0]?.seq ?? null)
}

const lengthOf = (entry: Entry): number => (entry.kind === 'line' ? 1 : Math.max(1, entry.calls.length))
