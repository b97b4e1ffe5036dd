import { z } from 'zod'
import { defineTool } from './tool.ts'

export const moveTool = defineTool({
  name: 'move',
  description: 'Move or rename one file of any kind. The new path must be free.',
  input: z.object({ from: z.string().min(1), to: z.string().min(1) }),
  target: ({ from, to }) => `${from} to ${to}`,
  run: (input, workspace) => workspace.move(input),
})
