import type { EarlierTurn, Instruction } from '../../../contract/runner-protocol.ts'
import { truncate } from '../../text/truncate.ts'
import type { AgentTask, Template } from './agent-task.ts'
import { weigh } from './context-budget.ts'
import type { Delimiters } from './delimiters.ts'
import { framePrompts, type PromptFile, promptFile } from './frame-prompt.ts'

const DIFF_LENGTH = 60_000
const EARLIER_PROMPT_LENGTH = 4000
const EARLIER_LENGTH = 40_000
const TEMPLATE_LENGTH = 8000

/** Of the whole message, and of the prompts in it, in characters of English; the rest of a window is for the work. */
const WHOLE_LENGTH = 160_000
const PROMPTS_LENGTH = 96_000

export interface TaskPrompt {
  readonly text: string
  /** Every prompt, whole: what has no room now may lose it later. */
  readonly files: readonly PromptFile[]
}

type Described = Omit<AgentTask, 'limits'>

/**
 * The first message to the model. What was gets the room that is left by what is asked for now. `share`: of what a
 * model with an ample window is told. Pure.
 */
export function taskPrompt(task: Described, frames: Delimiters, share = 1): TaskPrompt {
  const prompts = writeWithin(PROMPTS_LENGTH * share, PROMPTS_LENGTH * share, (room) =>
    framePrompts(task.prompts, frames, room),
  )
  const background = [
    `The mark of this run is ${frames.mark}.\nRepository: ${task.repository}`,
    ...(task.confidential ? [CONFIDENTIAL] : []),
    ...(task.checked ? [CHECKED] : []),
    ...task.instructions.map((instruction) => describeInstruction(instruction, frames)),
  ]
  const left = WHOLE_LENGTH * share - weigh([...background, ...prompts].join('\n\n'))
  const past = writeWithin(left, share, (part) => describePast(task, frames, part))
  return { text: [...background, ...past, ...prompts].join('\n\n'), files: task.prompts.map(promptFile) }
}

/** What `write` makes of `amount`, or of as much less as it is too long then. */
function writeWithin(room: number, amount: number, write: (amount: number) => string[]): string[] {
  const written = write(amount)
  const weight = weigh(written.join('\n\n'))
  return weight <= room ? written : write((amount * Math.max(0, room)) / weight)
}

const describePast = (task: Described, frames: Delimiters, share: number): string[] => [
  ...(task.template === null ? [] : [describeTemplate(task.template, frames, TEMPLATE_LENGTH * share)]),
  ...describeTurns(task.earlier, frames, share),
  ...(task.workSoFar === null ? [] : [describeWork(task.workSoFar, frames, DIFF_LENGTH * share)]),
  ...(task.keptWork === null ? [] : [describeKept(task.keptWork, frames, DIFF_LENGTH * share)]),
]

const CONFIDENTIAL = `The prompts are confidential. The public reads the title, the body, the commit message and every file you change: say there what changed and why it is better, in words of your own, and neither quote nor closely paraphrase a prompt or tell who asked. Only the summary goes back to the person who asked.`

const CHECKED = `This project has checks. They run on your work when you call finish; if one fails, its output comes back to you to be mended.`

export const describeInstruction = ({ path, text }: Instruction, { frame }: Delimiters): string =>
  frame('instructions', { path }, text)

const describeTemplate = ({ path, text }: Template, { frame }: Delimiters, most: number): string =>
  `This repository's template for pull requests; make \`body\` of finish from it: keep its headings and lists, fill them in, tick only what is true, leave out its comments.\n${frame('template', { path }, truncate(text, most))}`

/** The newest turns in full, as far as they have room; of the older ones only that there were any. */
function describeTurns(turns: readonly EarlierTurn[], { frame }: Delimiters, share: number): string[] {
  const shown: string[] = []
  let room = EARLIER_LENGTH * share
  for (const [index, turn] of [...turns.entries()].toReversed()) {
    const text = describeTurn(turn, EARLIER_PROMPT_LENGTH * share)
    room -= text.length
    if (room < 0) return [`[${index + 1} earlier turns are left out here.]`, ...shown]
    shown.unshift(frame('earlier-turn', { number: index + 1 }, text))
  }
  return shown
}

function describeTurn(turn: EarlierTurn, most: number): string {
  return [
    ...turn.prompts.map((prompt) => `Asked: ${truncate(prompt, most)}`),
    `Outcome: ${turn.outcome}`,
    ...(turn.summary === null ? [] : [`Summary: ${turn.summary}`]),
  ].join('\n')
}

const describeWork = (diff: string, { frame }: Delimiters, most: number): string =>
  diff === ''
    ? 'The working branch of the earlier turns holds no change yet.'
    : `The checkout holds the work of the earlier turns. Against the base it is this diff:\n${frame('diff', { of: 'the work so far' }, truncate(diff, most))}`

const describeKept = (patch: string, { frame }: Delimiters, most: number): string =>
  `An earlier try at these prompts made this change, which was not published and does not apply to the checkout any more. Make it again on what is there now, as far as it is still right:\n${frame('diff', { of: 'an earlier try' }, truncate(patch, most))}`
