import { z } from 'zod'
import { defineTool } from './tool.ts'

export const deleteTool = defineTool({
  name: 'delete',
  description: 'Delete one file.',
  input: z.object({ path: z.string().min(1) }),
  target: ({ path }) => path,
  run: (input, workspace) => workspace.delete(input),
})
