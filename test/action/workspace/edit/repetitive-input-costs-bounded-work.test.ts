import { expect, it } from 'vitest'
import { patchedPaths } from '../../../../src/action/agent/tools/patched-paths.ts'
import { touchedPaths } from '../../../../src/action/agent/touched-paths.ts'
import { replaceText } from '../../../../src/action/workspace/edit/replace-text.ts'
import { applyHunks } from '../../../../src/action/workspace/patch/apply-hunks.ts'
import { parseV4a } from '../../../../src/action/workspace/patch/parse-v4a.ts'
import { openTree } from '../../../support/action/open-tree.ts'

// A model that is stuck writes thousands of empty lines; while they are looked at, nobody hears a cancel.
const N = 100_000
const blank = '\n'.repeat(N)
const spaces = ' '.repeat(N)
const replace = (text: string, old: string) => replaceText(text, { old, new: 'x', all: false })
const everywhere = (text: string, old: string, fresh = 'x') =>
  replaceText(text, { old, new: fresh, all: true })
const patch = (...lines: readonly string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')

it.each([
  ['empty lines in what is looked for', () => replace('hello\n', `a${blank}b`)],
  ['empty lines before it', () => replace('hello\n', `${blank}b`)],
  ['lines of spaces in it', () => replace('hello\n', `a${'\n '.repeat(N)}b`)],
  ['lines that repeat, differently indented', () => replace(' a\n'.repeat(N), '\ta\n'.repeat(N / 2))],
  [
    'a long text that nearly stands everywhere',
    () => replace('a'.repeat(4 * N), `${'a'.repeat(N)}b${'a'.repeat(N)}`),
  ],
  ['a long text that stands nearly everywhere', () => replace('a'.repeat(4 * N), 'a'.repeat(N))],
  ['matches in one line', () => everywhere('a    '.repeat(4 * N), 'a')],
  ['matches in many lines', () => everywhere('a\n'.repeat(10 * N), 'a\na')],
  ['matches in lines that end in two ways', () => everywhere('a\r\na\n'.repeat(N), 'a\n')],
  ['matches that differ in punctuation', () => everywhere('“\n'.repeat(N), '"')],
  ['what would become too large', () => everywhere('a'.repeat(20 * N), 'a', 'x'.repeat(N))],
  ['empty lines in a patch', () => patchedPaths(`${blank}x`)],
  ['empty lines in an input', () => touchedPaths({ input: { patch: `${blank}x` } })],
  ['spaces behind a path', () => parseV4a(patch(`*** Add File: a${spaces}b`, '+a'))],
  ['spaces in a header', () => parseV4a(patch('*** Update File: a', `@@${spaces}b`, '+a'))],
  ['sections', () => parseV4a(patch(...Array.from({ length: N }, () => '*** Delete File: a')))],
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

it('braces that give no choice are no work in a path or a glob', async () => {
  await using tree = await openTree({ 'a.txt': 'a\n' })
  const braces = `${'{'.repeat(2500)}${','.repeat(2500)}`
  const begun = performance.now()
  expect(await tree.workspace.list({ path: braces })).toMatchObject({ ok: false })
  await tree.workspace.list({ pattern: `{${','.repeat(N)}` })
  expect(performance.now() - begun).toBeLessThan(1500)
})

it('a text that occurs very often is not counted to the end', () => {
  expect(replace('a'.repeat(5000), 'a')).toMatchObject({
    ok: false,
    problem: expect.stringMatching(/occurs more than 1,000 times, at line 1\. Add lines/),
  })
})

it('edits of very many places leave room for others, and are refused where they are too many', async () => {
  await using tree = await openTree({ 'a.min.js': 'a    '.repeat(4 * N) })
  const edits = Array.from({ length: 200 }, (_, index) =>
    index % 2 === 0 ? { old: 'a', new: 'b', all: true } : { old: 'b', new: 'a', all: true },
  )
  let longest = 0
  let last = performance.now()
  const ticking = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 1)
  const attempt = await tree.workspace.multiEdit({ path: 'a.min.js', edits })
  clearInterval(ticking)
  expect(attempt).toEqual({
    ok: false,
    text: expect.stringMatching(
      /^a\.min\.js: edit 6 of 200, and nothing was changed: .* more than 2097152 places/,
    ),
  })
  expect(longest).toBeLessThan(5000)
})
