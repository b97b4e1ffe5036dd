import { expect, test } from 'vitest'
import { describeInvalid, parseSettings } from '../../src/settings/parse-settings.ts'

const yml = { path: '.github/prentice.yml', text: 'draft: true' }
const yaml = { path: '.github/prentice.yaml', text: 'draft: true' }

test('the settings are read from prentice.yml or prentice.yaml', () => {
  for (const file of [yml, yaml])
    expect(parseSettings([file])).toEqual({
      kind: 'valid',
      settings: { draft: true },
      warnings: [],
      checkPlaces: null,
    })
  expect(parseSettings([])).toEqual({ kind: 'valid', settings: {}, warnings: [], checkPlaces: null })
})

test('two settings files are refused, whatever they contain', () => {
  const parsed = parseSettings([yml, yaml])
  expect(parsed.kind === 'invalid' && describeInvalid(parsed)).toBe(
    '.github/prentice.yml: .github/prentice.yaml exists too: delete one of the two',
  )
})
