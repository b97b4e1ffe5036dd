import type { z } from 'zod'
import type { ToolSpec } from '../../models/tool-calls/tool-spec.ts'
import type { ToolResult } from '../../workspace/files/tool-result.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { readInput } from './read-input.ts'

/** A tool that works on the workspace. */
export interface Tool extends ToolSpec {
  /** Checks the input, then acts. `target` is what an event says it was called on. */
  call(input: unknown, workspace: Workspace): Promise<ToolResult & { readonly target: string }>
}

export interface ToolParts<Schema extends z.ZodType> {
  readonly name: string
  readonly description: string
  readonly input: Schema
  target(input: z.output<Schema>): string
  run(input: z.output<Schema>, workspace: Workspace): Promise<ToolResult>
}

export function defineTool<Schema extends z.ZodType>(parts: ToolParts<Schema>): Tool {
  return {
    name: parts.name,
    description: parts.description,
    input: parts.input,
    async call(input, workspace) {
      const read = readInput(parts.name, parts.input, input)
      if (!read.ok) return { ok: false, text: read.problem, target: '' }
      return { ...(await parts.run(read.input, workspace)), target: parts.target(read.input) }
    },
  }
}
