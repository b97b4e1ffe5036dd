import { createHook } from 'node:async_hooks'
import { expect, it } from 'vitest'
import { touchedPaths } from '../../../../src/action/agent/format-tool-call.ts'
import { patchedPaths } from '../../../../src/action/agent/tools/workspace-tools.ts'
import { replaceText } from '../../../../src/action/workspace/edit/replace-text.ts'
import { applyHunks } from '../../../../src/action/workspace/patch/apply-hunks.ts'
import { parseV4a } from '../../../../src/action/workspace/patch/parse-v4a.ts'
import { openTree } from '../../../support/action/open-tree.ts'

// A model that is stuck writes thousands of empty lines, and no cancel is heard while they are processed. There is no
// bound on time here: work that grew with the square of N would take minutes, and run into the timeout of the tests.
const N = 200_000
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
  ['lines that repeat, differently indented', () => replace(' a\n'.repeat(N / 2), '\ta\n'.repeat(N / 4))],
  [
    'a long text that nearly stands everywhere',
    () => replace('a'.repeat(4 * N), `${'a'.repeat(N)}b${'a'.repeat(N)}`),
  ],
  ['a long text that stands nearly everywhere', () => replace('a'.repeat(4 * N), 'a'.repeat(N))],
  ['matches in one line', () => everywhere('a    '.repeat(2 * N), 'a')],
  ['matches in many lines', () => everywhere('a\n'.repeat(5 * N), 'a\na')],
  ['matches in lines that end in two ways', () => everywhere('a\r\na\n'.repeat(N / 2), 'a\n')],
  ['matches that differ in punctuation', () => everywhere('“\n'.repeat(N / 2), '"')],
  ['what would become too large', () => everywhere('a'.repeat(10 * N), 'a', 'x'.repeat(N))],
  [
    'long lines below one that stands very often',
    () =>
      replace(
        `anchor\n${'ab'.repeat(400)}\n`.repeat(1000),
        `anchor\n${`${'ba '.repeat(300)}\n`.repeat(300)}`,
      ),
  ],
  ['empty lines in a patch', () => patchedPaths(`${blank}x`)],
  ['empty lines in an input', () => touchedPaths({ input: { patch: `${blank}x` } })],
  ['spaces behind a path', () => parseV4a(patch(`*** Add File: a${spaces}b`, '+a'))],
  ['spaces in a header', () => parseV4a(patch('*** Update File: a', `@@${spaces}b`, '+a'))],
  ['sections', () => parseV4a(patch('*** Delete File: a\n'.repeat(N).trim()))],
  [
    'headers that fit everywhere',
    () =>
      applyHunks('const\n  x\n'.repeat(N / 8), [
        { headers: ['const'], lines: [{ kind: 'removed', text: '  x' }], atEnd: false },
      ]),
  ],
])('%s', (_, work) => {
  work()
})

it('braces without a choice cost no work in a path or a glob', async () => {
  await using tree = await openTree({ 'a.txt': 'a\n' })
  const braces = `${'{'.repeat(2500)}${','.repeat(2500)}`
  expect(await tree.workspace.list({ path: braces })).toMatchObject({ ok: false })
  await tree.workspace.list({ pattern: `{${','.repeat(N)}` })
})

it('a text that occurs very often is not counted to the end', () => {
  expect(replace('a'.repeat(5000), 'a')).toMatchObject({
    ok: false,
    problem: expect.stringMatching(/occurs more than 1,000 times, at line 1\. Add lines/),
  })
})

it('edits of very many places leave room for others, and are refused where they are too many', async () => {
  await using tree = await openTree({ 'a.min.js': 'a    '.repeat(400_000) })
  const edits = Array.from({ length: 200 }, (_, index) =>
    index % 2 === 0 ? { old: 'a', new: 'b', all: true } : { old: 'b', new: 'a', all: true },
  )
  let yields = 0
  using _ = onImmediate(() => yields++)
  const attempt = await tree.workspace.multiEdit({ path: 'a.min.js', edits })
  expect(attempt).toEqual({
    ok: false,
    text: expect.stringMatching(
      /^a\.min\.js: edit 6 of 200, and nothing was changed: .* more than 2097152 places/,
    ),
  })
  // After each edit before the one that is refused.
  expect(yields).toBeGreaterThanOrEqual(5)
})

/** Calls back for each `setImmediate`, by which long work lets other work run. */
function onImmediate(created: () => void): Disposable {
  const hook = createHook({ init: (_, type) => type === 'Immediate' && created() }).enable()
  return { [Symbol.dispose]: () => void hook.disable() }
}
