import { expect, test } from 'vitest'
import { parseCollected } from '../../../../src/action/checks/isolation/collect-files.ts'
import { findKept } from '../../../../src/action/checks/keep-changes.ts'

const parse = (text: string) => parseCollected(Buffer.from(text, 'latin1'))

test('the printed records give files, other entries and the end of the search', () => {
  const text =
    'plain 3\0a b\nc\0x\0\nexecutable 0\0s\0same 0\0t\0link 0\0l\0large 99\0b\0special 0\0p\0closed 0\0\0end 2\0all\0'
  expect(parse(text)).toEqual({
    files: [
      { kind: 'file', path: 'a b\nc', executable: false, bytes: Buffer.from('x\0\n') },
      { kind: 'file', path: 's', executable: true, bytes: Buffer.from('') },
      { kind: 'same', path: 't' },
      { kind: 'link', path: 'l' },
      { kind: 'large', path: 'b', size: 99 },
      { kind: 'special', path: 'p' },
      { kind: 'closed', path: '' },
    ],
    end: 'all',
    searched: 2,
  })
})

test.each([
  ['', 'nothing'],
  ['plain 3\0a\0xyz', 'no end'],
  ['plain 9\0a\0xyz', 'too few bytes'],
  ['plain -1\0a\0end 0\0all\0', 'a negative size'],
  ['other 0\0a\0end 0\0all\0', 'an unknown kind'],
  ['end 0\0all\0plain 0\0a\0', 'more after the end'],
  ['end 0\0all', 'half an end'],
  ['same 0\0a', 'half a path'],
  ['Out of memory!\nend 0\0all\0', 'a message'],
  ['same 0 \0a\0end 0\0all\0', 'more after a number'],
  [' same 0\0a\0end 0\0all\0', 'more before a kind'],
])('%j is refused: %s', (text) => {
  expect(parse(text)).toBeNull()
})

test('a file of the repository that is gone was deleted, unless its folder cannot be read', () => {
  const keep = { matches: (path: string) => path.endsWith('.txt') }
  const files = [
    { kind: 'same', path: 'here.txt' },
    { kind: 'link', path: 'other' },
    { kind: 'closed', path: 'shut' },
  ] as const
  const repository = ['here.txt', 'gone.txt', 'gone.ts', 'shut/in.txt', 'shutter.txt']
  expect(findKept(files, keep, repository)).toEqual([
    { kind: 'deleted', path: 'gone.txt' },
    { kind: 'unfit', path: 'shut/in.txt', why: 'is in a folder that cannot be read after the command.' },
    { kind: 'deleted', path: 'shutter.txt' },
  ])
})
