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

test('many unreadable folders and many deleted files are compared quickly', () => {
  const closed = Array.from(
    { length: 100_000 },
    (_, at) => ({ kind: 'closed', path: `closed/${at}` }) as const,
  )
  const gone = Array.from({ length: 5_000 }, (_, at) => `gone/${at}`)
  expect(findKept(closed, ALL, gone).filter(({ kind }) => kind === 'deleted')).toHaveLength(5_000)
})
