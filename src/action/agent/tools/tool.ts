import type { z } from 'zod'
import { readInput } from '../../models/tool-calls/read-input.ts'
import type { ToolSpec } from '../../models/tool-calls/tool-spec.ts'
import type { ToolResult } from '../../workspace/files/tool-result.ts'
import type { Workspace } from '../../workspace/workspace.ts'

/** A tool that works on the workspace. */
export interface Tool extends ToolSpec {
  /** Validates the input, then acts. `target`: what the call acts on, for events. */
  call(input: unknown, workspace: Workspace): Promise<ToolResult & { readonly target: string }>
}

export interface ToolDefinition<Schema extends z.ZodType> {
  readonly name: string
  readonly description: string
  readonly input: Schema
  target(input: z.output<Schema>): string
  run(input: z.output<Schema>, workspace: Workspace): Promise<ToolResult>
}

export function defineTool<Schema extends z.ZodType>(definition: ToolDefinition<Schema>): Tool {
  return {
    name: definition.name,
    description: definition.description,
    input: definition.input,
    async call(input, workspace) {
      const read = readInput(definition.name, definition.input, input)
      if (!read.ok) return { ok: false, text: read.problem, target: '' }
      return { ...(await definition.run(read.input, workspace)), target: definition.target(read.input) }
    },
  }
}
