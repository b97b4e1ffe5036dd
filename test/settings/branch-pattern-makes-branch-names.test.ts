import fc from 'fast-check'
import { expect, test } from 'vitest'
import { whyNoBranchName } from '../../src/contract/branch-name.ts'
import { expandBranchPattern, whyNoBranchPattern } from '../../src/settings/branch-pattern.ts'
import { assertProperty } from '../support/random.ts'

const at = Date.parse('2026-11-20T23:30:00Z')

test.each([
  ['prentice/{id}', 12, 'prentice/abc'],
  ['agent/{issue}-{id}', 12, 'agent/12-abc'],
  ['agent/{issue}-{id}', null, 'agent/abc'],
  ['{issue}/{date}_{id}', null, '2026-11-20_abc'],
  ['{id}', null, 'abc'],
])('%s on the issue %s is %s', (pattern, issue, name) => {
  expect(expandBranchPattern(pattern, { id: 'abc', issue, at })).toBe(name)
})

test.each([
  ['prentice/', 'it does not end with `{id}`'],
  ['{id}-x', 'it does not end with `{id}`'],
  ['{name}/{id}', 'it has an unknown placeholder'],
  ['{issue/{id}', 'it has an unknown placeholder'],
  ['a b/{id}', 'it contains a space'],
  ['/{id}', 'it starts with `/`'],
  ['a.lock/{id}', 'a part of it ends with `.lock`'],
  ['{issue}-/{id}', 'it starts with `/`'],
])('%s is refused', (pattern, why) => expect(whyNoBranchPattern(pattern)).toBe(why))

test('Git accepts each name that an accepted pattern makes', () => {
  const part = fc.constantFrom('{issue}', '{date}', 'a', '-', '/', '.', '..', '@{', '.lock', 'é', ' ')
  assertProperty(
    fc.property(fc.array(part, { maxLength: 6 }), fc.option(fc.nat()), (parts, issue) => {
      const pattern = `${parts.join('')}{id}`
      if (whyNoBranchPattern(pattern) !== null) return
      expect(whyNoBranchName(expandBranchPattern(pattern, { id: 'a1b2c3d4e5', issue, at }))).toBeNull()
    }),
  )
})
