import { chmod, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openTree } from '../../../support/action/open-tree.ts'

const patch = (...lines: readonly string[]) => ({
  patch: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n'),
})

it('a file that the model has read completely is replaced', async () => {
  await using tree = await openTree({ 'a.txt': '\uFEFFa\r\nb\r\n', 'b.txt': 'b\n' })
  await tree.workspace.read({ path: 'a.txt' })
  await tree.workspace.read({ path: 'b.txt' })
  const update = ['*** Update File: b.txt', '-b', '+B']
  expect(await tree.workspace.applyPatch(patch('*** Add File: a.txt', '+x', '+y', ...update))).toEqual({
    ok: true,
    text: 'Replaced all of a.txt, which existed.\nUpdated b.txt at line 1.',
  })
  expect(await readFile(join(tree.root, 'a.txt'), 'utf8')).toBe('\uFEFFx\r\ny\r\n')
})

it.each([
  ['has not read', async () => undefined, /a\.txt exists already\. Read it first/],
  [
    'has read a part of',
    ({ workspace }: Awaited<ReturnType<typeof openTree>>) => workspace.read({ path: 'a.txt', lines: 1 }),
    /you have read only a part of it/,
  ],
])('a file that the model %s refuses the patch', async (_, prepare, problem) => {
  await using tree = await openTree({ 'a.txt': 'a\nb\n' })
  await prepare(tree)
  const result = await tree.workspace.applyPatch(patch('*** Add File: a.txt', '+x'))
  expect(result).toEqual({ ok: false, text: expect.stringMatching(problem) })
  expect(result.text).toMatch(/Nothing was changed\.$/)
})

it('a file that is deleted and added again keeps its mode, and can be changed afterwards', async () => {
  await using tree = await openTree({ 'run.sh': 'old\n' })
  const file = join(tree.root, 'run.sh')
  await chmod(file, 0o755)
  const both = patch('*** Delete File: run.sh', '*** Add File: run.sh', '+echo a', '+echo b')
  expect(await tree.workspace.applyPatch(both)).toEqual({ ok: true, text: 'Deleted run.sh.\nAdded run.sh.' })
  expect(await readFile(file, 'utf8')).toBe('echo a\necho b\n')
  expect((await stat(file)).mode & 0o777).toBe(0o755)
  expect(await tree.workspace.write({ path: 'run.sh', text: 'echo c\n' })).toMatchObject({ ok: true })
})

it('a file that is added and deleted again is two sections of one file', async () => {
  await using tree = await openTree({})
  const both = patch('*** Add File: a.txt', '+a', '*** Delete File: a.txt')
  expect(await tree.workspace.applyPatch(both)).toMatchObject({ ok: false })
})

it('a file at the path of one that is moved needs a patch of its own, and the refusal says so', async () => {
  await using tree = await openTree({ 'a.txt': 'a\n' })
  await tree.workspace.read({ path: 'a.txt' })
  const move = ['*** Update File: a.txt', '*** Move to: b.txt']
  const add = ['*** Add File: a.txt', '+new']
  expect(await tree.workspace.applyPatch(patch(...move, ...add))).toEqual({
    ok: false,
    text: 'a.txt is changed by two sections. Make them one, or make two patches. Nothing was changed.',
  })
  for (const one of [move, add])
    expect(await tree.workspace.applyPatch(patch(...one))).toMatchObject({ ok: true })
  expect(await readFile(join(tree.root, 'a.txt'), 'utf8')).toBe('new\n')
  expect(await readFile(join(tree.root, 'b.txt'), 'utf8')).toBe('a\n')
})
