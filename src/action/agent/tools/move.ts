import { z } from 'zod'
import { defineTool } from './tool.ts'

export const moveTool = defineTool({
  name: 'move',
  description:
    'Move or rename a file of any kind, or a folder with all of its files. The new path must be free.',
  input: z.object({ from: z.string().min(1), to: z.string().min(1) }),
  target: ({ from, to }) => `${from} to ${to}`,
  run: (input, workspace) => workspace.move(input),
})
