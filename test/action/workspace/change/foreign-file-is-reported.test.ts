import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Workspace } from '../../../../src/action/workspace/workspace.ts'
import { openTree } from '../../../support/action/open-tree.ts'

const NOTE =
  ' made.txt was there before you started, and git does not track it, so this will not be in the pull request. To publish it, write it to another path.'

it.each<[string, (workspace: Workspace) => Promise<{ text: string }>]>([
  ['edit', (workspace) => workspace.edit({ path: 'made.txt', old: 'step', new: 'agent' })],
  [
    'multi_edit',
    (workspace) => workspace.multiEdit({ path: 'made.txt', edits: [{ old: 'step', new: 'agent' }] }),
  ],
  ['write', (workspace) => workspace.write({ path: 'made.txt', text: 'by the agent\n' })],
  [
    'apply_patch',
    (workspace) => workspace.applyPatch({ patch: '*** Update File: made.txt\n-by a step\n+by the agent' }),
  ],
  [
    'write after delete',
    async (workspace) => {
      await workspace.delete({ path: 'made.txt' })
      return workspace.write({ path: 'made.txt', text: 'by the agent\n' })
    },
  ],
])('a file that lay in the workspace is never published: the model is told by %s', async (_, change) => {
  await using tree = await openTree({ 'a.txt': 'a' }, { isForeign: (path) => path === 'made.txt' })
  await writeFile(join(tree.root, 'made.txt'), 'by a step\n')
  await tree.workspace.read({ path: 'made.txt' })
  expect((await change(tree.workspace)).text).toContain(NOTE)
})

it('reports nothing about a file of the repository', async () => {
  await using tree = await openTree({ 'a.txt': 'a\n' }, { isForeign: (path) => path === 'made.txt' })
  const { text } = await tree.workspace.edit({ path: 'a.txt', old: 'a', new: 'b' })
  expect(text).not.toContain('pull request')
})
