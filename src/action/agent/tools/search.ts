import { z } from 'zod'
import { defineTool } from './tool.ts'

export const searchTool = defineTool({
  name: 'search',
  description: 'Find lines in the files of the repository. Answers path:line:text. Letter case counts.',
  input: z.object({
    pattern: z.string().min(1).describe('Literal text, or a Perl regular expression with regex: true'),
    path: z.string().optional().describe('File or folder to search; default: everything'),
    regex: z.boolean().optional(),
  }),
  target: ({ pattern, path }) => (path === undefined ? pattern : `${path} ${pattern}`),
  run: ({ pattern, path, regex }, workspace) =>
    workspace.search({
      pattern,
      ...(path !== undefined && { path }),
      ...(regex !== undefined && { regex }),
    }),
})
