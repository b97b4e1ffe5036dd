import { truncate } from '../../text/format.ts'
import type { AgentTask } from './agent-task.ts'
import type { Delimiters, PromptFile } from './delimiters.ts'

const SCHEMA_LENGTH = 24_000

export const outputSchemaFile = (text: string): PromptFile => ({ path: '/output/schema.json', text })

/** Who wrote the prompts wrote the schema, too. `share`: of what a model with an ample window is told. Pure. */
export function describeOutput({ outputSchema }: AgentTask, { wrap }: Delimiters, share: number): string[] {
  if (outputSchema === undefined) return []
  const { path } = outputSchemaFile(outputSchema)
  return [
    `A program reads an output of this run: the parameter \`output\` of finish, as JSON text. It has what the prompts ask for, and must match this JSON Schema. If the schema is cut here, read the whole of it in the file that \`path\` names.\n${wrap('instructions', { of: 'the output schema', path }, truncate(outputSchema, SCHEMA_LENGTH * share))}`,
  ]
}
