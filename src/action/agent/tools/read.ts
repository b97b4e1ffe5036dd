import { z } from 'zod'
import { defineTool } from './tool.ts'

export const readTool = defineTool({
  name: 'read',
  description:
    'Read a text file, or look at an image. Each line is shown as number, tab, text; number and tab are not part of the file.',
  input: z.object({
    path: z.string().min(1),
    from: z.int().min(1).optional().describe('First line, from 1'),
    lines: z.int().min(1).optional().describe('How many lines; default and most: 2000'),
    column: z
      .int()
      .min(1)
      .optional()
      .describe('Where in the first line to begin, from 1: for the rest of a very long line'),
  }),
  target: ({ path }) => path,
  run: ({ path, from, lines, column }, workspace) =>
    workspace.read({
      path,
      ...(from !== undefined && { from }),
      ...(lines !== undefined && { lines }),
      ...(column !== undefined && { column }),
    }),
})
