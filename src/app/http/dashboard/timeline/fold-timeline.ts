import type { AgentEvent, Stage } from '../../../../contract/events.ts'
import type { KeptEvent } from '../../../records/read-progress.ts'

/** A line of the timeline, numbered as the event within its run. */
export type Line = KeptEvent & { readonly event: Exclude<AgentEvent, { type: 'stage' | 'step' | 'tool' }> }
export type ToolLine = KeptEvent & { readonly event: Extract<AgentEvent, { type: 'tool' }> }
type StepEnd = Extract<AgentEvent, { type: 'step' }>

/** A call of the model, with the tool calls that it asked for. */
export interface StepLines {
  readonly kind: 'step'
  readonly step: number
  /** Tokens and cost of the run until then; `null`: not reported. */
  readonly usage: StepEnd | null
  readonly calls: readonly ToolLine[]
}

type Entry = { readonly kind: 'line'; readonly line: Line } | StepLines

export interface StageLines {
  readonly stage: Stage
  /** Sequence number of the event that began it; 0: the run reported something before its first stage. */
  readonly seq: number
  /** When it began. */
  readonly at: string
  readonly entries: readonly Entry[]
}

/** Stages of a run with what happened in each. An event that occurs twice counts once. Pure. */
export function foldTimeline(events: readonly KeptEvent[]): StageLines[] {
  const stages: { stage: Stage; seq: number; at: string; entries: Entry[] }[] = []
  let last = 0
  for (const kept of events) {
    if (kept.seq <= last) continue
    last = kept.seq
    const { event, seq, at } = kept
    if (event.type === 'stage') {
      stages.push({ stage: event.stage, seq, at, entries: [] })
      continue
    }
    if (stages.length === 0) stages.push({ stage: 'claim', seq: 0, at, entries: [] })
    stages.at(-1)?.entries.push(...entryOf(stages.at(-1)?.entries ?? [], kept))
  }
  return stages
}

/** The new entry; none if the event belongs to the step before it, which is replaced. */
function entryOf(entries: Entry[], kept: KeptEvent): Entry[] {
  const { event } = kept
  if (event.type === 'note' || event.type === 'plan' || event.type === 'message')
    return [{ kind: 'line', line: { ...kept, event } }]
  if (event.type === 'stage') return []
  const at = entries.findLastIndex((entry) => entry.kind === 'step' && entry.step === event.step)
  const found = entries[at]
  const before: StepLines =
    found?.kind === 'step' ? found : { kind: 'step', step: event.step, usage: null, calls: [] }
  const after: StepLines =
    event.type === 'step'
      ? { ...before, usage: event }
      : { ...before, calls: [...before.calls, { ...kept, event }] }
  if (at < 0) return [after]
  entries[at] = after
  return []
}

/** The first tool call that was refused; `null`: none was. Pure. */
export const firstRefusal = (events: readonly KeptEvent[]): KeptEvent | null =>
  events.find(({ event }) => event.type === 'tool' && !event.ok) ?? null

/** Of a line of the timeline, to link to. */
export const lineId = ({ run, seq }: Pick<KeptEvent, 'run' | 'seq'>): string => `L${run}-${seq}`

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
