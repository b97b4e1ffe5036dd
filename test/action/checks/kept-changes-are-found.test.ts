import { expect, test } from 'vitest'
import { findKept } from '../../../src/action/checks/keep-changes.ts'

const ALL = { matches: () => true }
const SOME = { matches: (path: string) => !path.startsWith('dist/') }

test('a file that is gone was deleted, unless a folder above it cannot be read', () => {
  const repository = ['a.txt', 'b.txt', 'dir/sub/c.txt', 'dirs/d.txt', 'dist/e.js']
  const found = findKept(
    [
      { kind: 'same', path: 'a.txt' },
      { kind: 'closed', path: 'dir' },
    ],
    SOME,
    repository,
  )
  const why = 'is in a folder that cannot be read after the command.'
  expect(found).toEqual([
    { kind: 'unfit', path: 'dir', why: 'cannot be read after the command.' },
    { kind: 'deleted', path: 'b.txt' },
    { kind: 'unfit', path: 'dir/sub/c.txt', why },
    { kind: 'deleted', path: 'dirs/d.txt' },
  ])
  expect(findKept([{ kind: 'closed', path: '' }], ALL, ['a.txt'])).toContainEqual({
    kind: 'unfit',
    path: 'a.txt',
    why,
  })
})

test('a file is kept with its bytes, and what is no regular file says why it cannot be', () => {
  const bytes = Buffer.from('x')
  const found = findKept(
    [
      { kind: 'file', path: 'a.sh', executable: true, bytes },
      { kind: 'same', path: 'same' },
      { kind: 'link', path: 'link' },
      { kind: 'special', path: 'pipe' },
      { kind: 'large', path: 'hole', size: 943_718_400 },
      { kind: 'file', path: 'dist/out.js', executable: false, bytes },
    ],
    SOME,
    [],
  )
  expect(found).toEqual([
    { kind: 'file', path: 'a.sh', executable: true, bytes },
    {
      kind: 'unfit',
      path: 'link',
      why: 'is a symbolic link after the command. Only regular files are kept.',
    },
    { kind: 'unfit', path: 'pipe', why: 'is a pipe, socket or device. Only regular files are kept.' },
    { kind: 'unfit', path: 'hole', why: 'has 943718400 bytes, which is too much to keep.' },
  ])
})

test('the files of a folder that became a link were deleted', () => {
  expect(findKept([{ kind: 'link', path: 'dir' }], ALL, ['dir/a.txt'])).toContainEqual({
    kind: 'deleted',
    path: 'dir/a.txt',
  })
})

test('a folder in a folder that cannot be read hides its files', () => {
  expect(findKept([{ kind: 'closed', path: 'dir/sub' }], ALL, ['dir/sub/deep/a.txt'])).toContainEqual({
    kind: 'unfit',
    path: 'dir/sub/deep/a.txt',
    why: 'is in a folder that cannot be read after the command.',
  })
})

test('many unreadable folders and many deleted files are compared quickly', () => {
  const closed = Array.from(
    { length: 100_000 },
    (_, at) => ({ kind: 'closed', path: `closed/${at}` }) as const,
  )
  const gone = Array.from({ length: 5_000 }, (_, at) => `gone/${at}`)
  expect(findKept(closed, ALL, gone).filter(({ kind }) => kind === 'deleted')).toHaveLength(5_000)
})
