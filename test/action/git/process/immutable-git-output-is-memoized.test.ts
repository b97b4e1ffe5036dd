import { expect, it } from 'vitest'
import { memoizeGit } from '../../../../src/action/git/process/repository.ts'
import type { RawResult } from '../../../../src/action/git/process/spawn-git.ts'

const answer = (more: Partial<RawResult> = {}): RawResult => ({
  code: 0,
  stdout: Buffer.from('a'),
  stderr: '',
  cut: false,
  ...more,
})

function counted(give: () => RawResult) {
  let asked = 0
  const remembering = memoizeGit(async () => {
    asked += 1
    return give()
  })
  return { ...remembering, asked: () => asked }
}

it('output that cannot change is read once, until the attributes change', async () => {
  const { git, forget, asked } = counted(answer)
  const first = await git(['diff-tree', 'a', 'b'])
  expect(await git(['diff-tree', 'a', 'b'])).toBe(first)
  expect(asked()).toBe(1)
  forget()
  await git(['diff-tree', 'a', 'b'])
  expect(asked()).toBe(2)
})

it('two that ask at the same time share one command', async () => {
  const { git, asked } = counted(answer)
  const [first, second] = await Promise.all([git(['ls-tree', 'a']), git(['ls-tree', 'a'])])
  expect(second).toBe(first)
  expect(asked()).toBe(1)
})

it('a command that could not be run is run again', async () => {
  let asked = 0
  const { git } = memoizeGit(() => {
    asked += 1
    return asked === 1 ? Promise.reject(new Error('no process')) : Promise.resolve(answer())
  })
  await expect(git(['ls-tree', 'a'])).rejects.toThrow('no process')
  await expect(git(['ls-tree', 'a'])).resolves.toMatchObject({ code: 0 })
})

it.each([
  ['other arguments', [['diff-tree', 'a', 'c']]],
  ['another input', [['diff-tree', 'a', 'b'], { input: 'x' }]],
  ['another bound', [['diff-tree', 'a', 'b'], { maxBytes: 1 }]],
] as const)('another question is another one: %s', async (_, [args, options]) => {
  const { git, asked } = counted(answer)
  await git(['diff-tree', 'a', 'b'])
  await git(args, options)
  expect(asked()).toBe(2)
})

it.each([
  ['failed', { code: 128 }],
  ['was cut', { cut: true }],
  ['is large', { stdout: Buffer.alloc(8 * 1024 * 1024 + 1) }],
])('an output that %s is not remembered', async (_, more) => {
  const { git, asked } = counted(() => answer(more))
  await git(['diff-tree', 'a', 'b'])
  await git(['diff-tree', 'a', 'b'])
  expect(asked()).toBe(2)
})

it('only the newest outputs are remembered', async () => {
  const { git, asked } = counted(answer)
  for (const to of 'abcdefghi') await git(['diff-tree', to])
  await git(['diff-tree', 'i'])
  expect(asked()).toBe(9)
  await git(['diff-tree', 'a'])
  expect(asked()).toBe(10)
})
