import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDiffText } from '../../../../src/action/git/diff/diff-text.ts'
import { readChanges } from '../../../../src/action/git/diff/read-changes.ts'
import { givenRemote, prepared } from '../given-remote.ts'

const LIMIT = 2 * 1024 * 1024

/** The added lines of a change that adds this to a file. */
async function addedOf(text: string): Promise<string> {
  const given = await givenRemote({ 'a.txt': 'a\n' })
  const checkout = prepared(await given.prepare())
  writeFileSync(join(given.workspace, 'b.txt'), text)
  const found = await readDiffText(checkout, await readChanges(checkout))
  return found.split('\0')[1] ?? ''
}

test('the text of a diff has its paths and its added and removed lines', async () => {
  const given = await givenRemote({ 'a.txt': 'one\ntwo\n', 'old.txt': 'x\ny\nz\n' })
  const checkout = prepared(await given.prepare())
  writeFileSync(join(given.workspace, 'a.txt'), 'one\n2\n')
  writeFileSync(join(given.workspace, 'c.txt'), 'new\n')
  const text = await readDiffText(checkout, await readChanges(checkout))
  expect(text.split('\0')).toEqual([
    ...['a.txt', 'c.txt'],
    '++ b/a.txt\n2\n++ b/c.txt\nnew',
    '-- a/a.txt\ntwo\n-- /dev/null',
  ])
})

test('2 MiB of the patch are read', async () => {
  const head = [
    'diff --git a/b.txt b/b.txt',
    'new file mode 100644',
    `index ${'0'.repeat(7)}..${'0'.repeat(7)}`,
    '--- /dev/null',
    '+++ b/b.txt',
    '@@ -0,0 +1 @@',
    '+',
  ].join('\n').length
  const room = LIMIT - head
  const whole = await addedOf(`${'x'.repeat(room - 1)}y\n`)
  expect(whole.endsWith('xy')).toBe(true)
  const cut = await addedOf(`${'x'.repeat(room)}y\n`)
  expect([cut.endsWith('xx'), cut.length]).toEqual([true, whole.length])
})
