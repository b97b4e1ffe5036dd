import { openWorkspace, type WorkspaceOptions } from '../../../src/action/workspace/open-workspace.ts'
import { givenHistory } from './given-history.ts'
import { makeWorkTree } from './work-tree.ts'

/** A workspace on a real work tree. */
export async function openTree(
  files: Readonly<Record<string, string | Buffer>>,
  options: Partial<WorkspaceOptions> = {},
) {
  const tree = await makeWorkTree(files)
  return {
    ...tree,
    workspace: openWorkspace({ root: tree.root, git: tree.git, history: givenHistory(tree.git), ...options }),
  }
}
