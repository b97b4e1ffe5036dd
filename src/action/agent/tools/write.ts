import { z } from 'zod'
import { defineTool } from './tool.ts'

export const writeTool = defineTool({
  name: 'write',
  description:
    'Create a file with its folders, or replace all of an existing one, which you must have read. Change files with edits rather than by this.',
  input: z.object({ path: z.string().min(1), text: z.string().describe('The whole file') }),
  target: ({ path }) => path,
  run: (input, workspace) => workspace.write(input),
})
