import { expect, test } from 'vitest'
import { parseSettings } from '../../src/settings/parse-settings.ts'
import { settingsFile } from '../support/settings-file.ts'

const parse = (text: string) => parseSettings(settingsFile(text))

test('a key of a later version is a warning with its line, and the other settings hold', () => {
  expect(parse('draft: true\nlabels: [ai]\nreviewers: { team: docs }')).toEqual({
    kind: 'valid',
    settings: { draft: true },
    checkPlaces: null,
    warnings: [
      'line 2, column 1: labels is not a setting of this version and has no effect',
      'line 3, column 1: reviewers is not a setting of this version and has no effect',
    ],
  })
  expect(parse('draft: true')).toMatchObject({ kind: 'valid', warnings: [], checkPlaces: null })
})

test.each([
  'path: { allow: [docs] }',
  'Draft: true',
  'show_prompt: true',
  'steps: 5',
  'minute: 5',
  'alow: [a]',
])('a key that looks like a known one is refused: %s', (text) => {
  expect(parse(text).kind).toBe('invalid')
})

test.each([
  'max-deletions: 5',
  'allowed-tools: [read]',
  'deny: ["*.sql"]',
  'only-files: [a]',
  'protect: [b]',
  'require-review: 2',
])('a key whose name says that it restricts runs is refused: %s', (text) => {
  expect(parse(text).kind).toBe('invalid')
})

test.each(['limits: { labels: 5 }', 'paths: { labels: [a] }', 'checks: [{ run: a, labels: b }]'])(
  'an unknown key below the top level is refused: %s',
  (text) => {
    expect(parse(text).kind).toBe('invalid')
  },
)

test('more than 20 unknown keys are mistakes, not settings of a later version', () => {
  const keys = (amount: number) => Array.from({ length: amount }, (_, at) => `label-${at}: 1`).join('\n')
  expect(parse(keys(20))).toMatchObject({ kind: 'valid', warnings: { length: 20 } })
  expect(parse(keys(21)).kind).toBe('invalid')
  expect(parse(`${'l'.repeat(65)}: 1`).kind).toBe('invalid')
})

test('beside a mistake, the file is refused as a whole', () => {
  expect(parse('labels: [ai]\ndraft: 1')).toMatchObject({
    kind: 'invalid',
    problems: ['line 2, column 8: draft must be true or false'],
  })
})
