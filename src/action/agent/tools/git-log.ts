import { z } from 'zod'
import { defineTool } from './tool.ts'

export const gitLogTool = defineTool({
  name: 'git_log',
  description: 'List commits, newest first: hash, day, author, subject.',
  input: z.object({
    path: z.string().optional().describe('Only commits that changed this file or folder'),
    count: z.int().min(1).optional().describe('Default 20, most 200'),
  }),
  target: ({ path = '.' }) => path,
  run: ({ path, count }, { history }) =>
    history.log({ ...(path !== undefined && { path }), ...(count !== undefined && { count }) }),
})
