import { expect, test } from 'vitest'
import {
  changedWorkflowFiles,
  mergeWorkflowFiles,
  type WorkflowFile,
} from '../../src/contract/merge-workflow-files.ts'

/** `a1` is version 1 of the file a, and `a1x` is executable. */
const files = (versions: string): WorkflowFile[] =>
  versions
    .split(' ')
    .filter((one) => one !== '')
    .map((one) => ({
      path: one.slice(0, 1),
      sha: one.slice(1, 2),
      mode: one.endsWith('x') ? '100755' : '100644',
    }))

test.each([
  ['a file that nobody changed', 'a1', 'a1', 'a1', 'a1'],
  ['a change of the base', 'a1', 'a1', 'a2', 'a2'],
  ['a change of the branch', 'a1', 'a2', 'a1', 'a2'],
  ['the same change', 'a1', 'a2', 'a2', 'a2'],
  ['two changes', 'a1', 'a2', 'a3', 'a3'],
  ['a new file of the base', '', '', 'b1', 'b1'],
  ['a new file of the branch', '', 'b1', '', 'b1'],
  ['two new files', '', 'b1', 'b2', 'b2'],
  ['a deletion of the base', 'a1', 'a1', '', ''],
  ['a deletion of the branch', 'a1', '', 'a1', ''],
  ['a deletion of the base, and a change', 'a1', 'a2', '', ''],
  ['a change of the base, and a deletion', 'a1', '', 'a2', 'a2'],
  ['a mode of the base', 'a1', 'a1', 'a1x', 'a1x'],
  ['a mode of the branch', 'a1', 'a1x', 'a1', 'a1x'],
  ['several files', 'a1 b1 c1', 'a1 b2 c1', 'a2 b1 d1', 'a2 b2 d1'],
])('%s', (_, ancestor, branch, base, merged) => {
  expect(mergeWorkflowFiles({ ancestor: files(ancestor), branch: files(branch), base: files(base) })).toEqual(
    files(merged),
  )
})

test('every file of the result is one of the branch or of the base', () => {
  const versions = ['', '1', '2', '3']
  for (const ancestor of versions)
    for (const branch of versions)
      for (const base of versions) {
        const [a, b, c] = [ancestor, branch, base].map((version) => files(version && `w${version}`))
        const [file] = mergeWorkflowFiles({ ancestor: a ?? [], branch: b ?? [], base: c ?? [] })
        expect([undefined, ...(b ?? []), ...(c ?? [])]).toContainEqual(file)
      }
})

test('the changes between two lists lead from one to the other', () => {
  expect(changedWorkflowFiles(files('a1 b1 c1'), files('a1 b2 d1'))).toEqual([
    { path: 'c', mode: '100644', sha: null },
    { path: 'b', mode: '100644', sha: '2' },
    { path: 'd', mode: '100644', sha: '1' },
  ])
  expect(changedWorkflowFiles(files('a1'), files('a1x'))).toEqual(files('a1x'))
  expect(changedWorkflowFiles(files('a1 b2'), files('b2 a1'))).toEqual([])
})
