import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePrompt, parseSentence } from '../../../sandbox/model/parse-sentence.ts'
import { assertProperty } from '../../support/random.ts'

test.each([
  ['Replace "a" with "b" in x.md', { kind: 'replace', old: 'a', new: 'b', path: 'x.md' }],
  ['Replace "a" with "" in x.md', { kind: 'replace', old: 'a', new: '', path: 'x.md' }],
  [
    'Replace "say "hi"" with ""bye", he said" in a b.md',
    { kind: 'replace', old: 'say "hi"', new: '"bye", he said', path: 'a b.md' },
  ],
  [
    'Replace "in the end" with "with care in mind" in log in.md',
    { kind: 'replace', old: 'in the end', new: 'with care in mind', path: 'log in.md' },
  ],
  ['Replace "a" with "x" in "y" in z.md', { kind: 'replace', old: 'a', new: 'x" in "y', path: 'z.md' }],
  ['Replace "a" with "b" with "c" in z.md', { kind: 'replace', old: 'a', new: 'b" with "c', path: 'z.md' }],
  ['Replace "\\n" with "$1 $& \\" in z.md', { kind: 'replace', old: '\\n', new: '$1 $& \\', path: 'z.md' }],
  ['Replace " a " with " b " in z.md', { kind: 'replace', old: ' a ', new: ' b ', path: 'z.md' }],
  ['Create docs/a.md with "Hello"', { kind: 'create', path: 'docs/a.md', text: 'Hello' }],
  ['Create docs/a.md with "Hello".', { kind: 'create', path: 'docs/a.md', text: 'Hello' }],
  ['Create docs/a.md with "Hello."', { kind: 'create', path: 'docs/a.md', text: 'Hello.' }],
  ['Create docs/a.md with ""', { kind: 'create', path: 'docs/a.md', text: '' }],
  [
    'Create work with git.md with "a "b" with "c""',
    { kind: 'create', path: 'work with git.md', text: 'a "b" with "c"' },
  ],
  ['Append "one to two" to to do.md', { kind: 'append', text: 'one to two', path: 'to do.md' }],
  ['Append "a" to "b" to c.md', { kind: 'append', text: 'a" to "b', path: 'c.md' }],
  ['Delete docs/old notes.md', { kind: 'delete', path: 'docs/old notes.md' }],
  ['Delete docs/odd.', { kind: 'delete', path: 'docs/odd.' }],
  ['delete a.md', { kind: 'delete', path: 'a.md' }],
  ['Wait 5 seconds', { kind: 'wait', seconds: 5 }],
  ['Wait 0.2 seconds.', { kind: 'wait', seconds: 0.2 }],
  ['Wait 1 second', { kind: 'wait', seconds: 1 }],
])('%s', (line, sentence) => {
  expect(parseSentence(line)).toEqual(sentence)
})

test.each([
  'Please delete a.md',
  'Delete',
  'Replace "" with "b" in x.md',
  'Replace "a" with "b"',
  'Replace a with b in x.md',
  'Create a.md',
  'Create a.md with "open',
  'Append "a"',
  'Wait a few seconds',
  'Wait -1 seconds',
  'Rewrite the README',
])('%s is not understood', (line) => {
  expect(parseSentence(line)).toBeNull()
})

test('any text without a line break is literal', () => {
  const text = fc.string().filter((value) => !/[\r\n]/.test(value) && !/" (with|in) /.test(`"${value}"`))
  assertProperty(
    fc.property(text, text, (old, fresh) => {
      fc.pre(old !== '')
      expect(parseSentence(`Replace "${old}" with "${fresh}" in a b.md`)).toEqual({
        kind: 'replace',
        old,
        new: fresh,
        path: 'a b.md',
      })
    }),
  )
})

test('a prompt is split into lines; blank ones are ignored, unknown ones are listed', () => {
  expect(parsePrompt('\r\n  Delete a.md  \r\n\nTidy up\nWait 1 second\n')).toEqual({
    sentences: [
      { kind: 'delete', path: 'a.md' },
      { kind: 'wait', seconds: 1 },
    ],
    unknown: ['Tidy up'],
  })
})
