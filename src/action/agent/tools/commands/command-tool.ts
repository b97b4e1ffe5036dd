import type { z } from 'zod'
import { readInput } from '../../../models/tool-calls/read-input.ts'
import type { ToolSpec } from '../../../models/tool-calls/tool-spec.ts'
import type { ToolResult } from '../../../workspace/files/tool-result.ts'

export interface CommandResult extends ToolResult {
  /** How the command ended, for people: `exit code 1 after 2.3 s`. Absent: it did not run. */
  readonly ended?: string
}

/** The commands that the agent may run, isolated from the runner. */
export interface Commands {
  /** The checks of the project; empty: there are none that run. */
  readonly checks: readonly string[]
  /** Whether the agent may run any command. */
  readonly canRun: boolean
  /** `signal` aborts with the run or at its deadline. */
  check(request: { readonly name?: string }, signal: AbortSignal): Promise<CommandResult>
  run(request: RunRequest, signal: AbortSignal): Promise<CommandResult>
}

export interface RunRequest {
  /** For bash, or `sh` where there is none, in the folder in which the agent works. */
  readonly command: string
  /** Paths and globs of files whose changes become part of the work. The others are lost. */
  readonly keep: readonly string[]
  readonly seconds: number
}

/** A tool that runs commands. */
export interface CommandTool extends ToolSpec {
  /** Validates the input, then acts. `target`: what the call ran and how it ended, for events. */
  call(
    input: unknown,
    commands: Commands,
    signal: AbortSignal,
  ): Promise<ToolResult & { readonly target: string }>
}

interface CommandToolDefinition<Schema extends z.ZodType> {
  readonly name: string
  readonly description: string
  readonly input: Schema
  target(input: z.output<Schema>): string
  run(input: z.output<Schema>, commands: Commands, signal: AbortSignal): Promise<CommandResult>
}

export function defineCommandTool<Schema extends z.ZodType>(
  definition: CommandToolDefinition<Schema>,
): CommandTool {
  const { name, description, input: schema } = definition
  return {
    ...{ name, description, input: schema },
    async call(input, commands, signal) {
      const read = readInput(name, schema, input)
      if (!read.ok) return { ok: false, text: read.problem, target: '' }
      const { ok, text, ended } = await definition.run(read.input, commands, signal)
      const target = definition.target(read.input)
      return { ok, text, target: ended === undefined ? target : `${target} (${ended})` }
    },
  }
}
