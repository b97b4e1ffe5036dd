import { z } from 'zod'
import { defineTool } from './tool.ts'

export const editTool = defineTool({
  name: 'edit',
  description:
    'Replace text in a file. Copy `old` exactly as read shows it; it must be unique unless all is true.',
  input: z.object({
    path: z.string().min(1),
    old: z.string().describe('Text to replace, without line numbers'),
    new: z.string().describe('Text to put in its place'),
    all: z.boolean().optional().describe('Replace every match'),
  }),
  target: ({ path }) => path,
  run: ({ all, ...edit }, workspace) => workspace.edit({ ...edit, ...(all !== undefined && { all }) }),
})
