import { truncate } from '../../text/format.ts'
import type { AgentTask } from './agent-task.ts'
import { type Delimiters, delimitPrompts, type PromptFile, promptFile } from './delimiters.ts'
import { describeData, materialFile, mcpFile } from './describe-data.ts'
import { describePast } from './describe-past.ts'
import { describeProject } from './describe-project.ts'
import { weightedLength } from './window-share.ts'

/** Of the whole message, and of the prompts in it, in characters of English. The rest of a window is for the work. */
const TOTAL_LENGTH = 160_000
const PROMPTS_LENGTH = 96_000

export interface TaskPrompt {
  readonly text: string
  /** Every prompt, material and offer of a server, complete: one that is shortened now, or later, can be read there. */
  readonly files: readonly PromptFile[]
}

/**
 * The first message to the model. The prompts come first; earlier work gets the room that they leave. `share`: of what a
 * model with an ample window is told. Pure.
 */
export function taskPrompt(task: AgentTask, delimiters: Delimiters, share = 1): TaskPrompt {
  const prompts = writeWithin(PROMPTS_LENGTH * share, PROMPTS_LENGTH * share, (room) =>
    delimitPrompts(task.prompts, delimiters, room),
  )
  const background = [
    `The nonce of this run is ${delimiters.nonce}.\nRepository: ${task.repository}`,
    ...describeProject(task, delimiters, share),
    ...describeData(task, delimiters, share),
    ...describeOutput(task, delimiters, share),
  ]
  const left = TOTAL_LENGTH * share - weightedLength([...background, ...prompts].join('\n\n'))
  const past = writeWithin(left, share, (part) => describePast(task, delimiters, part))
  return {
    text: [...background, ...past, ...prompts].join('\n\n'),
    files: [
      ...task.prompts.map(promptFile),
      ...task.material.map(materialFile),
      ...(task.mcp ?? []).map(mcpFile),
      ...(task.outputSchema === undefined ? [] : [outputSchemaFile(task.outputSchema)]),
    ],
  }
}

/** What `write` makes of `amount`. If that is too long for the room, `write` gets as much less. */
function writeWithin(room: number, amount: number, write: (amount: number) => string[]): string[] {
  const written = write(amount)
  const length = weightedLength(written.join('\n\n'))
  return length <= room ? written : write((amount * Math.max(0, room)) / length)
}

const SCHEMA_LENGTH = 24_000

const outputSchemaFile = (text: string): PromptFile => ({ path: '/output/schema.json', text })

/** Who wrote the prompts wrote the schema, too. `share`: of what a model with an ample window is told. Pure. */
function describeOutput({ outputSchema }: AgentTask, { wrap }: Delimiters, share: number): string[] {
  if (outputSchema === undefined) return []
  const { path } = outputSchemaFile(outputSchema)
  return [
    `A program reads an output of this run: the parameter \`output\` of finish, as JSON text. It has what the prompts ask for, and must match this JSON Schema. If the schema is cut here, read the whole of it in the file that \`path\` names.\n${wrap('instructions', { of: 'the output schema', path }, truncate(outputSchema, SCHEMA_LENGTH * share))}`,
  ]
}
