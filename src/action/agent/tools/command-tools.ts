import { z } from 'zod'
import { readInput, type ToolSpec } from '../../models/tool-calls/tool-spec.ts'
import type { ToolResult } from '../../workspace/files/tool-result.ts'

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
  check(request: { readonly name?: string | undefined }, signal: AbortSignal): Promise<CommandResult>
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

function defineCommandTool<Schema extends z.ZodType>(definition: CommandToolDefinition<Schema>): CommandTool {
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

export const checkTool = defineCommandTool({
  name: 'check',
  description: "Run one of the project's checks on your work so far. finish runs them all.",
  input: z.object({ name: z.string().min(1).optional().describe('Default: all of them') }),
  target: ({ name = 'all' }) => name,
  run: ({ name }, commands, signal) => commands.check({ name }, signal),
})

const DEFAULT_SECONDS = 120
const MAX_SECONDS = 600

export const runTool = defineCommandTool({
  name: 'run',
  description:
    'Run a shell command on a copy of your work, without network or git. What it changes is lost, except the files that keep names.',
  input: z.object({
    command: z.string().min(1).max(20_000),
    keep: z
      .array(z.string().min(1))
      .max(50)
      .optional()
      .describe('Paths or globs: their changes become part of your work, unread'),
    seconds: z.int().min(1).optional().describe(`Default ${DEFAULT_SECONDS}, most ${MAX_SECONDS}`),
  }),
  target: ({ command }) => command.trim().split('\n', 1)[0] ?? '',
  run: ({ command, keep = [], seconds = DEFAULT_SECONDS }, commands, signal) =>
    commands.run({ command, keep, seconds: Math.min(seconds, MAX_SECONDS) }, signal),
})
