import type { EarlierTurn, Instruction } from '../../contract/runner-protocol.ts'
import { capText } from './cap-text.ts'
import { disarmTags, type FramedPrompt, framePrompt } from './frame-prompt.ts'
import type { AgentTask } from './task.ts'

const DIFF_LENGTH = 60_000
const EARLIER_PROMPT_LENGTH = 4000

export interface DescribedTask {
  readonly text: string
  readonly files: readonly NonNullable<FramedPrompt['file']>[]
}

/** The first message to the model. Pure. */
export function describeTask(task: AgentTask): DescribedTask {
  const prompts = task.prompts.map(framePrompt)
  const background = [
    `Repository: ${task.repository}`,
    ...(task.confidential ? [CONFIDENTIAL] : []),
    ...task.instructions.map(describeInstruction),
    ...task.earlier.map(describeTurn),
    ...(task.workSoFar === null ? [] : [describeWork(task.workSoFar)]),
    ...(task.keptWork === null ? [] : [describeKept(task.keptWork)]),
  ]
  return {
    text: [...background.map(disarmTags), ...prompts.map((prompt) => prompt.text)].join('\n\n'),
    files: prompts.flatMap((prompt) => (prompt.file === null ? [] : [prompt.file])),
  }
}

const CONFIDENTIAL = `The prompts are confidential. The public reads the title, the body, the commit message and every file you change: say there what changed and why it is better, in words of your own, and neither quote nor closely paraphrase a prompt or tell who asked. Only the summary goes back to the person who asked.`

const describeInstruction = ({ path, text }: Instruction): string =>
  `<instructions path=${JSON.stringify(path)}>\n${text}\n</instructions>`

function describeTurn(turn: EarlierTurn, index: number): string {
  const lines = [
    ...turn.prompts.map((prompt) => `Asked: ${capText(prompt, EARLIER_PROMPT_LENGTH)}`),
    `Outcome: ${turn.outcome}`,
    ...(turn.summary === null ? [] : [`Summary: ${turn.summary}`]),
  ]
  return `<earlier-turn number="${index + 1}">\n${lines.join('\n')}\n</earlier-turn>`
}

const describeWork = (diff: string): string =>
  diff === ''
    ? 'The working branch of the earlier turns holds no change yet.'
    : `The checkout holds the work of the earlier turns. Against the base it is this diff:\n<work-so-far>\n${capText(diff, DIFF_LENGTH)}\n</work-so-far>`

const describeKept = (patch: string): string =>
  `An earlier try at these prompts made this change, which was not published and does not apply to the checkout any more. Make it again on what is there now, as far as it is still right:\n<kept-work>\n${capText(patch, DIFF_LENGTH)}\n</kept-work>`
