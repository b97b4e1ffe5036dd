import { expect, test } from 'vitest'
import {
  isRemoval,
  withoutBlankLines,
  withoutLastEnd,
} from '../../../../../src/action/workspace/edit/match/replacement.ts'

test.each([
  ['none around', 'a', 'b', 'a', 'b'],
  ['a line end', 'a\n', 'b\n', 'a\n', 'b\n'],
  ['a line end of the new text only', 'a', 'b\n', 'a', 'b\n'],
  ['a line end of the old text only', 'a\n', 'b', 'a\n', 'b'],
  ['as many before both', '\n\na', '\n\nb', 'a', 'b'],
  ['as many behind both', 'a\n\n', 'b\n\n', 'a\n', 'b\n'],
  ['more before the new text', '\na', '\n\n\nb', 'a', '\n\nb'],
  ['more behind the new text', 'a\n\n', 'b\n\n\n', 'a\n', 'b\n\n'],
  ['fewer before the new text', '\n\na', '\nb', 'a', 'b'],
  ['fewer behind the new text', 'a\n\n\n', 'b\n', 'a\n', 'b\n'],
  ['lines of spaces and tabs', ' \t\na\n  \n', '\nb\n\t\n', 'a\n', 'b\n'],
  ['empty lines within stay', '\na\n\nc\n\n', '\nb\n\nd\n\n', 'a\n\nc\n', 'b\n\nd\n'],
  ['no new text', '\na\n\n', '', 'a\n', ''],
  ['a new text of empty lines', '\na\n\n', ' \n\n', 'a\n', ''],
  ['empty lines alone', '\n \n', 'b', '\n \n', 'b'],
])('%s', (_, old, fresh, expectedOld, expectedNew) => {
  expect(withoutBlankLines({ old, new: fresh })).toEqual({ old: expectedOld, new: expectedNew })
})

test.each([
  ['a', '', true],
  ['a\nb', '', true],
  ['a\n', '', false],
  ['\na', '', false],
  [' \t', '', false],
  ['a', 'b', false],
])('%j to %j is a removal of lines: %s', (old, fresh, expected) => {
  expect(isRemoval({ old, new: fresh })).toBe(expected)
})

test.each([
  ['a', 'b\n', 'a', 'b\n'],
  ['a\n', 'b\n', 'a', 'b'],
  ['a\n', 'b', 'a', 'b'],
  ['a\n\n', 'b\n\n', 'a\n', 'b\n'],
])('%j to %j without the last line end', (old, fresh, expectedOld, expectedNew) => {
  expect(withoutLastEnd({ old, new: fresh })).toEqual({ old: expectedOld, new: expectedNew })
})
