import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('every file has a name of letters, digits and plain punctuation', () => {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  const names = listed.toString().split('\0').slice(0, -1)
  expect(names.length).toBeGreaterThan(1_000)
  expect(names.filter((name) => !/^[\w.][\w./@+-]*$/.test(name))).toEqual([])
})
