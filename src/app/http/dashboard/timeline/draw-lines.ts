import type { AgentEvent, Stage } from '../../../../contract/events.ts'
import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import { PHASE_OF_STAGE, PHASE_WORDS } from '../../../domain/run-phase.ts'
import type { KeptEvent } from '../../../records/read-progress.ts'
import { exactTime, money, number } from '../frame/formats.ts'
import { type Html, html, icon, join, NOTHING } from '../frame/html.ts'
import type { View } from '../frame/view.ts'
import { STATE_ID } from '../state/job-state.ts'
import { type Line, lineId, type StageLines, type StepLines, type ToolLine } from './fold-timeline.ts'

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
      html`${icon('comment')}<span class="text">${withoutHiddenCharacters(event.text)}</span>`,
    )
  if (event.type === 'plan')
    return frame(
      view,
      line,
      into,
      '',
      html`${icon('tasklist')}<span class="text">The agent updated its plan (${number(view, event.items.length)} items)</span>`,
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
    return html`<li>${icon(done ? 'check-circle' : 'circle')}<span class="visually-hidden">${done ? 'done' : 'planned'}</span><span>${withoutHiddenCharacters(text)}</span></li>`
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
      return html`${drawStage(view, run, { stage: event.stage, seq, at, entries: [] }, true)}${newState(view, event.stage, 0)}`
    case 'note':
    case 'message':
      return drawLine(view, { ...kept, event })
    case 'plan':
      return html`${drawLine(view, { ...kept, event })}<div data-replace="${planId(run)}" hidden>${drawPlan(event.items)}</div>`
    case 'step':
      return html`${emptyStep(view, run, event.step)}<span data-replace="${stepId(run, event.step)}-used" hidden>${drawUsage(view, event)}</span>${newState(view, 'agent', event.step)}`
    case 'tool': {
      const call = { ...kept, event }
      return html`${emptyStep(view, run, event.step)}${drawChip(call)}${drawCall(view, call)}`
    }
  }
}

/** Where the parts of a step go; the page drops it if the step is there already. */
const emptyStep = (view: Shown, run: number, step: number): Html =>
  stepFrame(view, run, step, { isOpen: true, usage: NOTHING, chips: NOTHING, lines: NOTHING })

/** The words above the timeline, which say what the run does. */
function newState(view: Shown, stage: Stage, step: number): Html {
  const text = step > 0 ? `Working, step ${number(view, step)}` : PHASE_WORDS[PHASE_OF_STAGE[stage]]
  return html`<span data-replace="${STATE_ID}" hidden>${text}</span>`
}
