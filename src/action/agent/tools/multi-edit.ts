import { z } from 'zod'
import { defineTool } from './tool.ts'

export const multiEditTool = defineTool({
  name: 'multi_edit',
  description:
    'Make several edits of one file, in order, each on the result of those before it: all of them or, if one fails, none.',
  input: z.object({
    path: z.string().min(1),
    edits: z
      .array(
        z.object({
          old: z.string(),
          new: z.string(),
          all: z.boolean().optional(),
        }),
      )
      .min(1)
      .max(200)
      .describe('As for edit'),
  }),
  target: ({ path }) => path,
  run: ({ path, edits }, workspace) =>
    workspace.multiEdit({
      path,
      edits: edits.map(({ all, ...edit }) => ({ ...edit, ...(all !== undefined && { all }) })),
    }),
})
