import type { EarlierTurn } from '../../../contract/runner-protocol/assignment.ts'
import { truncate } from '../../text/format.ts'
import type { AgentTask, Template } from './agent-task.ts'
import type { Delimiters } from './delimiters.ts'

const DIFF_LENGTH = 60_000
const EARLIER_PROMPT_LENGTH = 4000
const EARLIER_LENGTH = 40_000
const NOTES_LENGTH = 10_000
const TEMPLATE_LENGTH = 8000

/** What the work continues, and the template of its pull request. `share`: of what a model with an ample window is told. Pure. */
export const describePast = (task: AgentTask, delimiters: Delimiters, share: number): string[] => [
  ...(task.template === null ? [] : [describeTemplate(task.template, delimiters, TEMPLATE_LENGTH * share)]),
  ...describeTurns(task.earlier, delimiters, share),
  ...(task.workSoFar === null ? [] : [describeWork(task.workSoFar, delimiters, DIFF_LENGTH * share)]),
  ...(task.unfinished === undefined ? [] : describeUnfinished(task.unfinished, delimiters, share)),
  ...(task.savedPatch === null ? [] : [describeSaved(task.savedPatch, delimiters, DIFF_LENGTH * share)]),
]

const describeTemplate = ({ path, text }: Template, { wrap }: Delimiters, maxLength: number): string =>
  `This repository's template for pull requests; make \`body\` of finish from it: keep its headings and lists, fill them in, tick only what is true, leave out its comments.\n${wrap('template', { path }, truncate(text, maxLength))}`

/** The newest turns that have room, complete; of the older ones only how many there were. */
function describeTurns(turns: readonly EarlierTurn[], { wrap }: Delimiters, share: number): string[] {
  const shown: string[] = []
  let room = EARLIER_LENGTH * share
  for (const [index, turn] of [...turns.entries()].toReversed()) {
    const text = describeTurn(turn, EARLIER_PROMPT_LENGTH * share)
    room -= text.length
    if (room < 0) return [`[${index + 1} earlier turns are left out here.]`, ...shown]
    shown.unshift(wrap('earlier-turn', { number: index + 1 }, text))
  }
  return shown
}

function describeTurn(turn: EarlierTurn, maxLength: number): string {
  return [
    ...turn.prompts.map((prompt) => `Asked: ${truncate(prompt, maxLength)}`),
    `Outcome: ${turn.outcome}`,
    ...(turn.summary === null ? [] : [`Summary: ${turn.summary}`]),
  ].join('\n')
}

const describeWork = (diff: string, { wrap }: Delimiters, maxLength: number): string =>
  diff === ''
    ? 'The working branch of the earlier turns holds no change yet.'
    : `The checkout holds the work of the earlier turns. Against the base it is this diff:\n${wrap('diff', { of: 'the work so far' }, truncate(diff, maxLength))}`

const describeSaved = (patch: string, { wrap }: Delimiters, maxLength: number): string =>
  `An earlier try at these prompts made this change. It was not published and no longer applies to the checkout. Make it again on the current files, as far as it is still right:\n${wrap('diff', { of: 'an earlier try' }, truncate(patch, maxLength))}`

/** After the calls that an earlier run has paid for. */
const describeUnfinished = (
  { diff, notes }: NonNullable<AgentTask['unfinished']>,
  { wrap }: Delimiters,
  share: number,
): string[] => [
  `An earlier run of these prompts was interrupted, or ended with a question. The checkout holds its changes already; against the start of that run they are this diff. Continue from there, and do not make them again:\n${wrap('diff', { of: 'an interrupted run' }, truncate(diff, DIFF_LENGTH * share))}`,
  ...(notes === ''
    ? []
    : [
        `What that run did:\n${wrap('notes', { of: 'an interrupted run' }, truncate(notes, NOTES_LENGTH * share))}`,
      ]),
]
