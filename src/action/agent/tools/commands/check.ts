import { z } from 'zod'
import { defineCommandTool } from './command-tool.ts'

export const checkTool = defineCommandTool({
  name: 'check',
  description: "Run one of the project's checks on your work so far. finish runs them all.",
  input: z.object({ name: z.string().min(1).optional().describe('Default: all of them') }),
  target: ({ name = 'all' }) => name,
  run: ({ name }, commands, signal) => commands.check(name === undefined ? {} : { name }, signal),
})
