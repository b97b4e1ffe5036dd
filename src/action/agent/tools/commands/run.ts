import { z } from 'zod'
import { defineCommandTool } from './command-tool.ts'

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
