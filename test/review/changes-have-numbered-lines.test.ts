import { expect, test } from 'vitest'
import { numberLines } from '../../src/review/read-diff.ts'

const file = (path: string, patch: string | null, status = 'modified') => ({
  ...{ path, previousPath: null, status },
  patch,
})

test('each line of the new version has its number, and a removed one has none', () => {
  const patch = '@@ -9,2 +9,2 @@\n one\n-two\n+TWO\n\\ No newline at end of file'
  expect(numberLines([file('a.ts', patch)])).toBe(
    '--- a.ts (modified)\n@@ -9,2 +9,2 @@\n    9  one\n      -two\n   10 +TWO',
  )
})

test('files without lines are named, so that nobody takes them for missing', () => {
  const long = file('long.ts', `@@ -0,0 +1 @@\n+${'x'.repeat(200_000)}`, 'added')
  const moved = { ...file('b.png', null, 'renamed'), previousPath: 'a.png' }
  expect(numberLines([file('a.ts', '@@ -0,0 +1 @@\n+x', 'added'), moved, long])).toBe(
    '--- a.ts (added)\n@@ -0,0 +1 @@\n    1 +x\n\nChanged files whose lines are not shown, because they are binary or too long:\n- b.png (renamed from a.png)\n- long.ts (added)',
  )
})

test('the name of a file cannot pass for a line of the changes', () => {
  expect(numberLines([file('a\n--- b (added)', '@@ -0,0 +1 @@\n+x')])).toMatch(
    /^--- a\\n--- b \(added\) \(modified\)\n/,
  )
})
