import { expect, test } from 'vitest'
import { whyNoWorkingDirectory } from '../../src/contract/job.ts'

test.each(['a', 'packages/web', 'a b/ü', '.config', 'a/..b', '-x', "it's", 'x'.repeat(500)])(
  '%j is a working directory',
  (path) => {
    expect(whyNoWorkingDirectory(path)).toBeNull()
  },
)

test.each([
  ['', 'empty'],
  ['/a', 'slash'],
  ['a/', 'slash'],
  ['a//b', 'slash'],
  ['.', 'it contains `.` or `..`'],
  ['a/../b', 'it contains `.` or `..`'],
  ['a/./b', 'it contains `.` or `..`'],
  ['.git', '.git'],
  ['a/.GIT/b', '.git'],
  ['packages/*', '*'],
  ['!a', '!'],
  ['a\\b', 'backslash'],
  ['a\nb', 'control'],
  ['x'.repeat(501), '500'],
])('%j is no working directory', (path, why) => {
  expect(whyNoWorkingDirectory(path)).toContain(why)
})
