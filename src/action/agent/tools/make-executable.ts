import { z } from 'zod'
import { defineTool } from './tool.ts'

export const makeExecutableTool = defineTool({
  name: 'make_executable',
  description: 'Make a script that starts with #! executable. Only if the prompt asks for it.',
  input: z.object({ path: z.string().min(1) }),
  target: ({ path }) => path,
  run: (input, workspace) => workspace.makeExecutable(input),
})
