import { z } from 'zod'
import { defineTool } from './tool.ts'

export const listTool = defineTool({
  name: 'list',
  description: 'List files of the repository. Ignored files are left out; large folders are folded.',
  input: z.object({
    path: z.string().optional().describe('Folder to look in; default: the root'),
    pattern: z.string().min(1).optional().describe('Glob like *.ts or src/**/*.test.ts'),
  }),
  target: ({ path = '.', pattern }) => (pattern === undefined ? path : `${path} ${pattern}`),
  run: ({ path, pattern }, workspace) =>
    workspace.list({ ...(path !== undefined && { path }), ...(pattern !== undefined && { pattern }) }),
})
