import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchRepository } from '../../src/settings/match-name.ts'
import { assertProperty } from '../support/random.ts'

test('a glob matches what the equal regular expression matches', () => {
  const some = (letters: string[]) => fc.array(fc.constantFrom(...letters), { maxLength: 8 })
  assertProperty(
    fc.property(some(['a', 'b', '.', '*', '?']), some(['a', 'b', '.', 'A']), (glob, letters) => {
      const expression = glob.join('').replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll('?', '.')
      const name = letters.join('')
      const expected = new RegExp(`^${expression}$`, 'i').test(name)
      expect(matchRepository(glob.join(''))({ owner: 'acme', name })).toBe(expected)
      expect(matchRepository(`ac*/${glob.join('')}`)({ owner: 'acme', name })).toBe(expected)
    }),
    { numRuns: 5_000 },
  )
})

test('a glob with a second slash matches nothing', () => {
  expect(matchRepository('*/*/*')({ owner: 'acme', name: 'docs' })).toBe(false)
})

// A backtracking regular expression would not end within hours.
test('a glob of many stars is decided', () => {
  expect(matchRepository(`${'*a'.repeat(70)}b`)({ owner: 'acme', name: 'a'.repeat(100) })).toBe(false)
})
