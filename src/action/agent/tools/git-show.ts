import { z } from 'zod'
import { defineTool } from './tool.ts'

export const gitShowTool = defineTool({
  name: 'git_show',
  description: 'Show one commit: its message and its diff.',
  input: z.object({
    commit: z.string().min(4).describe('Hash, as git_log shows it'),
    path: z.string().optional().describe('Only the diff of this file or folder'),
  }),
  target: ({ commit, path }) => (path === undefined ? commit : `${commit} ${path}`),
  run: ({ commit, path }, { history }) => history.show({ commit, ...(path !== undefined && { path }) }),
})
