import { z } from 'zod'
import { defineTool } from './tool.ts'

export const searchTool = defineTool({
  name: 'search',
  description: 'Find lines in the files of the repository. Answers path:line:text.',
  input: z.object({
    pattern: z.string().min(1).describe('Literal text, or a Perl regular expression with regex: true'),
    path: z.string().optional().describe('File or folder to search; default: everything'),
    glob: z.string().min(1).optional().describe('Only in files like *.ts'),
    regex: z.boolean().optional(),
    ignore_case: z.boolean().optional(),
  }),
  target: ({ pattern, path, glob }) => [path, glob, pattern].filter((part) => part !== undefined).join(' '),
  run: ({ pattern, path, glob, regex, ignore_case: ignoreCase }, workspace) =>
    workspace.search({
      pattern,
      ...(path !== undefined && { path }),
      ...(glob !== undefined && { glob }),
      ...(regex !== undefined && { regex }),
      ...(ignoreCase !== undefined && { ignoreCase }),
    }),
})
