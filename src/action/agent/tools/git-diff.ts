import { z } from 'zod'
import { defineTool } from './tool.ts'

export const gitDiffTool = defineTool({
  name: 'git_diff',
  description: 'Show what this run has changed so far, as a diff.',
  input: z.object({ path: z.string().optional().describe('Only this file or folder') }),
  target: ({ path = '.' }) => path,
  run: ({ path }, { history }) => history.diff(path === undefined ? {} : { path }),
})
