import { describeFallback, describeRetry } from '../../../../contract/describe-run.ts'
import type { AgentEvent, Stage } from '../../../../contract/events.ts'
import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import { type EventId, eventId } from '../../../domain/run-id.ts'
import { PHASE_OF_STAGE, PHASE_WORDS } from '../../../domain/run-phase.ts'
import type { KeptEvent } from '../../../job-store/read-progress.ts'
import { exactTime, money, number } from '../frame/formats.ts'
import { type Html, html, icon, join, NOTHING, withCode } from '../frame/html.ts'
import type { View } from '../frame/view.ts'
import {
  describeAgent,
  describeStage,
  STATE_ID,
  STATE_MORE_ID,
  type StateView,
  stateMore,
} from './job-state.ts'

/** A line of the timeline, numbered as the event within its run. */
type Line = KeptEvent & { readonly event: Exclude<AgentEvent, { type: 'stage' | 'step' | 'tool' }> }
type ToolLine = KeptEvent & { readonly event: Extract<AgentEvent, { type: 'tool' }> }
type StepEnd = Extract<AgentEvent, { type: 'step' }>

/** A call of the model, with the tool calls that it asked for. */
interface StepLines {
  readonly kind: 'step'
  readonly step: number
  /** Tokens and cost of the run until then; `null`: not reported. */
  readonly usage: StepEnd | null
  readonly calls: readonly ToolLine[]
}

type Entry = { readonly kind: 'line'; readonly line: Line } | StepLines

interface StageLines {
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
  if (event.type === 'stage') return []
  if (event.type !== 'step' && event.type !== 'tool') return [{ kind: 'line', line: { ...kept, event } }]
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

/** The first line of these; `null`: none. */
export function firstLine([stage]: readonly StageLines[]): number | null {
  const [entry] = stage?.entries ?? []
  if (entry === undefined) return null
  return entry.kind === 'line' ? entry.line.seq : (entry.calls[0]?.seq ?? null)
}

const lengthOf = (entry: Entry): number => (entry.kind === 'line' ? 1 : Math.max(1, entry.calls.length))

type Shown = Pick<View, 'locale'>

/**
 * Parts of the timeline. The page nests them; a stream sends them alone, and the script of the page puts each one where
 * `data-into` says, unless an element of its id is there already.
 */
export function drawStage(view: Shown, run: number, stage: StageLines, isOpen: boolean): Html {
  const id = `s${run}-${stage.seq}`
  const entries = stage.entries.map((entry, at) =>
    entry.kind === 'line'
      ? drawLine(view, entry.line)
      : drawStep(view, run, entry, isOpen && at === stage.entries.length - 1),
  )
  return html`<details class="stage" id="${id}" data-into="run-${run}-stages"${isOpen ? html` open` : NOTHING}><summary>${icon('chevron-right')}<span class="stage-name">${PHASE_WORDS[PHASE_OF_STAGE[stage.stage]]}</span><span class="muted small">${exactTime(view, Date.parse(stage.at))}</span></summary><ol class="lines">${join(entries)}</ol></details>`
}

function drawStep(view: Shown, run: number, { step, usage, calls }: StepLines, isOpen: boolean): Html {
  return stepFrame(view, run, step, {
    isOpen,
    usage: usage === null ? NOTHING : drawUsage(view, usage),
    chips: join(calls.map((call) => drawChip(call))),
    lines: join(calls.map((call) => drawCall(view, call))),
  })
}

const stepId = (run: number, step: number): string => `g${run}-${step}`

function stepFrame(
  view: Shown,
  run: number,
  step: number,
  { isOpen, usage, chips, lines }: Record<'usage' | 'chips' | 'lines', Html> & { isOpen: boolean },
): Html {
  const id = stepId(run, step)
  return html`<li class="step" id="${id}" data-into="run-${run}-stages"><details${isOpen ? html` open` : NOTHING}><summary>${icon('chevron-right')}<span class="step-name">Step ${number(view, step)}</span><span class="chips" id="${id}-chips">${chips}</span><span class="used muted small" id="${id}-used">${usage}</span></summary><ol class="lines" id="${id}-lines">${lines}</ol></details></li>`
}

type StepEvent = NonNullable<StepLines['usage']>

function drawUsage(view: Shown, { inputTokens, outputTokens, costUsd }: StepEvent): Html {
  const tokens = number(view, inputTokens + outputTokens)
  const text =
    costUsd === null ? `${tokens} tokens so far` : `${tokens} tokens so far, ${money(view, costUsd)}`
  return html`<span>${text}</span>`
}

const drawChip = ({ run, seq, event }: ToolLine): Html =>
  html`<span class="chip${event.ok ? '' : ' refused'}" id="c${run}-${seq}" data-into="${stepId(run, event.step)}-chips">${icon(event.ok ? 'check' : 'x')}<span class="visually-hidden">${outcome(event.ok)}</span>${event.tool}</span>`

const outcome = (ok: boolean): string => (ok ? 'done' : 'refused')

const drawCall = (view: Shown, call: ToolLine): Html =>
  frame(
    view,
    call,
    `${stepId(call.run, call.event.step)}-lines`,
    call.event.ok ? '' : ' refused',
    html`${icon(call.event.ok ? 'check' : 'x')}<span class="visually-hidden">${outcome(call.event.ok)}</span><code>${call.event.tool}</code> <span class="target">${withoutHiddenCharacters(call.event.target)}</span>`,
  )

function drawLine(view: Shown, line: Line): Html {
  const { event } = line
  const into = `run-${line.run}-stages`
  if (event.type === 'note')
    return frame(
      view,
      line,
      into,
      ' note',
      html`${icon('comment')}<span class="text">${withCode(withoutHiddenCharacters(event.text))}</span>`,
    )
  if (event.type === 'plan')
    return frame(
      view,
      line,
      into,
      '',
      html`${icon('tasklist')}<span class="text">The agent updated its checklist (${number(view, event.items.length)} items)</span>`,
    )
  if (event.type === 'retry')
    return frame(
      view,
      line,
      into,
      ' note',
      html`${icon('clock')}<span class="text">The agent ${withCode(withoutHiddenCharacters(describeRetry(event)))}</span>`,
    )
  if (event.type === 'fallback')
    return frame(
      view,
      line,
      into,
      ' note',
      html`${icon('sync')}<span class="text">${withCode(withoutHiddenCharacters(describeFallback(event)))}</span>`,
    )
  const text = html`<a href="#message-${event.number}">The agent read message ${number(view, event.number)}</a>`
  return frame(view, line, into, '', html`${icon('mail')}<span class="text">${text}</span>`)
}

/** The place of the checklist of a run. */
export const planId = (run: number): string => `run-${run}-plan`

type Plan = Extract<AgentEvent, { type: 'plan' }>

/** The checklist of the agent. A new one replaces it. */
export const drawPlan = (items: Plan['items']): Html =>
  html`<ul class="plan-items">${items.map(({ text, done }) => {
    return html`<li>${icon(done ? 'check-circle' : 'circle')}<span class="visually-hidden">${done ? 'done' : 'planned'}</span><span>${withCode(withoutHiddenCharacters(text))}</span></li>`
  })}</ul>`

/** A line with its number, which links to it. */
function frame(view: Shown, { run, seq }: KeptEvent, into: string, kind: string, body: Html): Html {
  const id = lineId({ run, seq })
  return html`<li class="line${kind}" id="${id}" data-into="${into}"><a class="n" href="#${id}" aria-label="Line ${number(view, seq)}">${seq}</a>${body}</li>`
}

/** What a stream sends of one event. */
export function drawEvent(view: Shown, kept: KeptEvent): Html {
  const { event, run, seq, at } = kept
  switch (event.type) {
    case 'stage':
      return html`${drawStage(view, run, { stage: event.stage, seq, at, entries: [] }, true)}${newState(kept, describeStage(view, event.stage))}`
    case 'retry':
      return html`${drawLine(view, { ...kept, event })}${newState(kept, describeAgent(view, { step: 0, retry: event }))}`
    case 'fallback':
      return html`${drawLine(view, { ...kept, event })}${newState(kept, describeStage(view, 'agent'))}`
    case 'note':
      return drawLine(view, { ...kept, event })
    case 'message':
      return html`${drawLine(view, { ...kept, event })}<span data-replace="${waitsId(event.number)}" data-event="${eventId(kept)}" hidden></span>`
    case 'plan':
      return html`${drawLine(view, { ...kept, event })}<div data-replace="${planId(run)}" hidden>${drawPlan(event.items)}</div>`
    case 'step':
      return html`${emptyStep(view, run, event.step)}<span data-replace="${stepId(run, event.step)}-used" hidden>${drawUsage(view, event)}</span>${newUsage(view, kept, event)}${newState(kept, describeAgent(view, { step: event.step, retry: null }))}`
    case 'tool': {
      const call = { ...kept, event }
      return html`${emptyStep(view, run, event.step)}${drawChip(call)}${drawCall(view, call)}`
    }
  }
}

/** Where the parts of a step go; the page drops it if the step is there already. */
const emptyStep = (view: Shown, run: number, step: number): Html =>
  stepFrame(view, run, step, { isOpen: true, usage: NOTHING, chips: NOTHING, lines: NOTHING })

/** In the details beside the timeline. The cost is a separate element, with a meter. */
export const COST_ID = 'run-cost'
export const TOKENS_ID = 'run-tokens'

export const shownCost = (view: Shown, usd: number | null): string =>
  usd === null ? 'Price unknown' : money(view, usd)

const newUsage = (view: Shown, id: EventId, { inputTokens, outputTokens, costUsd }: StepEvent): Html =>
  html`<span data-replace="${COST_ID}" data-event="${eventId(id)}" data-meter="${costUsd ?? 0}" hidden>${shownCost(view, costUsd)}</span><span data-replace="${TOKENS_ID}" data-event="${eventId(id)}" hidden>${number(view, inputTokens + outputTokens)}</span>`

/** The mark of a message that the agent has not read. */
export const waitsId = (message: number): string => `message-${message}-waits`

/** Above the timeline: what the run does, and what to do. */
const newState = (id: EventId, { words, why, next }: Pick<StateView, 'words' | 'why' | 'next'>): Html =>
  html`<span data-replace="${STATE_ID}" data-event="${eventId(id)}" hidden>${words}</span><div data-replace="${STATE_MORE_ID}" data-event="${eventId(id)}" hidden>${stateMore({ why, next, link: null })}</div>`
