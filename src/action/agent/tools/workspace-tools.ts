import { z } from 'zod'
import { readInput, type ToolSpec } from '../../models/tool-calls/tool-spec.ts'
import type { ToolResult } from '../../workspace/files/tool-result.ts'
import type { Workspace } from '../../workspace/workspace.ts'

/** A tool that works on the workspace. */
export interface Tool extends ToolSpec {
  /** Validates the input, then acts. `target`: what the call acts on, for events. */
  call(input: unknown, workspace: Workspace): Promise<ToolResult & { readonly target: string }>
}

interface ToolDefinition<Schema extends z.ZodType> {
  readonly name: string
  readonly description: string
  readonly input: Schema
  target(input: z.output<Schema>): string
  run(input: z.output<Schema>, workspace: Workspace): Promise<ToolResult>
}

function defineTool<Schema extends z.ZodType>(definition: ToolDefinition<Schema>): Tool {
  const { name, description, input: schema } = definition
  return {
    ...{ name, description, input: schema },
    async call(input, workspace) {
      const read = readInput(name, schema, input)
      if (!read.ok) return { ok: false, text: read.problem, target: '' }
      return { ...(await definition.run(read.input, workspace)), target: definition.target(read.input) }
    },
  }
}

export const listTool = defineTool({
  name: 'list',
  description: 'List files of the repository. Ignored files are left out; large folders are folded.',
  input: z.object({
    path: z.string().optional().describe('Folder to look in; default: the root'),
    pattern: z.string().min(1).optional().describe('Glob like *.ts or src/**/*.test.ts'),
  }),
  target: ({ path = '.', pattern }) => (pattern === undefined ? path : `${path} ${pattern}`),
  run: (input, workspace) => workspace.list(input),
})

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
  run: ({ ignore_case: ignoreCase, ...input }, workspace) => workspace.search({ ...input, ignoreCase }),
})

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
  run: (input, workspace) => workspace.read(input),
})

export const editTool = defineTool({
  name: 'edit',
  description:
    'Replace text in a file. Copy `old` exactly as read shows it; it must be unique unless all is true.',
  input: z.object({
    path: z.string().min(1),
    old: z.string().describe('Text to replace, without line numbers'),
    new: z.string().describe('Text to put in its place'),
    all: z.boolean().optional().describe('Replace every match'),
  }),
  target: ({ path }) => path,
  run: (input, workspace) => workspace.edit(input),
})

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
  run: (input, workspace) => workspace.multiEdit(input),
})

/** The grammar in short: models that get this tool were trained on the format. */
export const applyPatchTool = defineTool({
  name: 'apply_patch',
  description: `Change files by a patch, all of it or, if any part fails, none:
*** Begin Patch
*** Update File: path
*** Move to: new path (optional)
@@ class or function around (optional)
 context line
-old line
+new line
*** Add File: path
+line
*** Delete File: path
*** End Patch
Show 3 lines of context above and below each change, more or an @@ line where that is not unique. *** End of File after a hunk ties it to the end.`,
  input: z.object({ patch: z.string().min(1) }),
  target: ({ patch }) => patchedPaths(patch).join(', '),
  run: (input, workspace) => workspace.applyPatch(input),
})

const FILE_LINE = /^[ \t]*\*\*\*[ \t]*(?:(?:Add|Update|Delete)[ \t]+File|Move[ \t]+to):(.*)$/gim

/** The paths that a patch names, each once, in order. Pure. */
export const patchedPaths = (patch: string): string[] => [
  ...new Set(
    [...patch.matchAll(FILE_LINE)].map(([, path = '']) => path.trim()).filter((path) => path !== ''),
  ),
]

export const writeTool = defineTool({
  name: 'write',
  description:
    'Create a file with its folders, or replace all of an existing one, which you must have read. Change files with edits rather than by this.',
  input: z.object({ path: z.string().min(1), text: z.string().describe('The whole file') }),
  target: ({ path }) => path,
  run: (input, workspace) => workspace.write(input),
})

export const moveTool = defineTool({
  name: 'move',
  description:
    'Move or rename a file of any kind, or a folder with all of its files. The new path must be free.',
  input: z.object({ from: z.string().min(1), to: z.string().min(1) }),
  target: ({ from, to }) => `${from} to ${to}`,
  run: (input, workspace) => workspace.move(input),
})

export const makeExecutableTool = defineTool({
  name: 'make_executable',
  description: 'Make a script that starts with #! executable. Only if the prompt asks for it.',
  input: z.object({ path: z.string().min(1) }),
  target: ({ path }) => path,
  run: (input, workspace) => workspace.makeExecutable(input),
})

export const deleteTool = defineTool({
  name: 'delete',
  description: 'Delete a file, a symbolic link, or a folder with all of its files.',
  input: z.object({ path: z.string().min(1) }),
  target: ({ path }) => path,
  run: (input, workspace) => workspace.delete(input),
})

export const gitLogTool = defineTool({
  name: 'git_log',
  description: 'List commits, newest first: hash, day, author, subject.',
  input: z.object({
    path: z.string().optional().describe('Only commits that changed this file or folder'),
    count: z.int().min(1).optional().describe('Default 20, most 200'),
  }),
  target: ({ path = '.' }) => path,
  run: (input, { history }) => history.log(input),
})

export const gitShowTool = defineTool({
  name: 'git_show',
  description: 'Show one commit: its message and its diff.',
  input: z.object({
    commit: z.string().min(4).describe('Hash, as git_log shows it'),
    path: z.string().optional().describe('Only the diff of this file or folder'),
  }),
  target: ({ commit, path }) => (path === undefined ? commit : `${commit} ${path}`),
  run: (input, { history }) => history.show(input),
})

export const gitDiffTool = defineTool({
  name: 'git_diff',
  description: 'Show what this run has changed so far, as a diff.',
  input: z.object({ path: z.string().optional().describe('Only this file or folder') }),
  target: ({ path = '.' }) => path,
  run: (input, { history }) => history.diff(input),
})
