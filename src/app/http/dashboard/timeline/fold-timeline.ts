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

export type Entry = { readonly kind: 'line'; readonly line: Line } | StepLines

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
