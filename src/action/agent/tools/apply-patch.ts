import { z } from 'zod'
import { defineTool } from './tool.ts'

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
