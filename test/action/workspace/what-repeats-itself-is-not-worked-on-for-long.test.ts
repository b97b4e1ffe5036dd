import { expect, it } from 'vitest'
import { touchedPaths } from '../../../src/action/agent/touched-paths.ts'
import { applyHunks } from '../../../src/action/workspace/apply-hunks.ts'
import { parsePatch } from '../../../src/action/workspace/parse-patch.ts'
import { patchedPaths } from '../../../src/action/workspace/patched-paths.ts'
import { replaceText } from '../../../src/action/workspace/replace-text.ts'

// A model that is stuck writes thousands of empty lines; while they are looked at, nobody hears a cancel.
const N = 100_000
const blank = '\n'.repeat(N)
const spaces = ' '.repeat(N)
const replace = (text: string, old: string) => replaceText(text, { old, new: 'x', all: false })
const patch = (...lines: readonly string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')

it.each([
  ['empty lines in what is looked for', () => replace('hello\n', `a${blank}b`)],
  ['empty lines before it', () => replace('hello\n', `${blank}b`)],
  ['lines of spaces in it', () => replace('hello\n', `a${'\n '.repeat(N)}b`)],
  ['lines that repeat, differently indented', () => replace(' a\n'.repeat(N), '\ta\n'.repeat(N / 2))],
  ['empty lines in a patch', () => patchedPaths(`${blank}x`)],
  ['empty lines in an input', () => touchedPaths({ input: { patch: `${blank}x` } })],
  ['spaces behind a path', () => parsePatch(patch(`*** Add File: a${spaces}b`, '+a'))],
  ['spaces in a header', () => parsePatch(patch('*** Update File: a', `@@${spaces}b`, '+a'))],
  ['sections', () => parsePatch(patch(...Array.from({ length: N }, () => '*** Delete File: a')))],
  [
    'headers that fit everywhere',
    () =>
      applyHunks('const\n  x\n'.repeat(N / 4), [
        { headers: ['const'], lines: [{ kind: 'removed', text: '  x' }], atEnd: false },
      ]),
  ],
])('%s', (_, work) => {
  const begun = performance.now()
  work()
  expect(performance.now() - begun).toBeLessThan(5000)
})
