import { z } from 'zod'
import { defineTool } from './tool.ts'

export const deleteTool = defineTool({
  name: 'delete',
  description: 'Delete a file, a symbolic link, or a folder with all of its files.',
  input: z.object({ path: z.string().min(1) }),
  target: ({ path }) => path,
  run: (input, workspace) => workspace.delete(input),
})
