import type { Mode } from '../../contract/job.ts'

/** The prompts of a job from this number on have this mode, up to the next change. `null`: they ask for a change. */
export interface ModeChange {
  readonly from: number
  readonly mode: Mode | null
}

/** What a job records of the modes of its prompts. */
interface Modes {
  readonly modes?: readonly ModeChange[] | undefined
}

interface Moded extends Modes {
  readonly messages: number
}

/** Far more than there can be among the prompts that wait, which are the only ones that matter. */
const MAX_CHANGES = 50

/** The fields that record the mode of the newest prompt of the job. Pure. */
export function recordMode({ modes = [] }: Modes, prompt: number, mode: Mode | null): Modes {
  if ((modes.at(-1)?.mode ?? null) === mode) return {}
  return { modes: [...modes, { from: prompt, mode }].slice(-MAX_CHANGES) }
}

/** The mode of a prompt; `null`: it asks for a change. Pure. */
export const modeOf = ({ modes = [] }: Modes, prompt: number): Mode | null =>
  modes.findLast(({ from }) => from <= prompt)?.mode ?? null

/** The last prompt of a turn that begins with this one: a turn has one mode. Pure. */
export const lastOfTurn = ({ messages, modes = [] }: Moded, first: number): number =>
  Math.min(messages, (modes.find(({ from }) => from > first)?.from ?? Number.POSITIVE_INFINITY) - 1)

/**
 * The newest prompt, apart from questions and reviews, if it asks for a plan: what people answer revises that plan. `null`: it asks for a
 * change. Pure.
 */
export function lastPlanned({ messages, modes = [] }: Moded): number | null {
  const at = modes.findLastIndex(({ mode }) => mode !== 'ask' && mode !== 'review')
  if (modes[at]?.mode !== 'plan') return null
  const next = modes[at + 1]
  return next === undefined ? messages : next.from - 1
}
