import { expect, test } from 'vitest'
import { parseProjectConfig } from '../../../src/app/projects/parse-project-config.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { settingsFile } from '../../support/settings-file.ts'

const detailOf = (text: string): string => {
  const parsed = parseProjectConfig(settingsFile(text))
  return parsed.kind === 'invalid' ? parsed.detail : 'valid'
}

const MODEL = 'model must be provider/model, with one of the providers anthropic, openai, google'

test.each([
  ['model: gpt', `line 1, column 8: ${MODEL}`],
  ['model: mistral/large', `line 1, column 8: ${MODEL}`],
  ['model: 5', `line 1, column 8: ${MODEL}`],
  ['effort: huge', 'line 1, column 9: effort must be one of none, low, medium, high'],
  ['stepz: 1', 'line 1, column 1: stepz is not a setting: did you mean limits.steps?'],
  ['limits:\n  steps: 0', 'line 2, column 10: limits.steps must be a whole number from 1 to 1,000'],
  ['a: [1', 'line 1, column 6: a closing `]` is missing before this place'],
  ['a: b: c', 'line 1, column 4: the indentation is wrong, or a value that contains `: ` has no quotes'],
])('%j is invalid, with its place', (text, words) => {
  const detail = detailOf(text)
  expect(detail).toContain(`.github/prentice.yml: ${words}`)
  expect(detail).not.toMatch(/\n|[:.,]$/)
  expect(reason('config-invalid', detail).message).toMatch(
    /(?:[\w"\]]\.|[\w"\]]\?) Fix the file, then retry the job \(`POST …\/retry`\)\.$/,
  )
})

test('the message of the reason has room for several mistakes', () => {
  const keys = ['only-first', 'only-second', 'only-third', 'only-fourth']
  const detail = detailOf(keys.map((key) => `${key}: 1`).join('\n'))
  const { message } = reason('config-invalid', detail)
  for (const key of keys) expect(message).toContain(`${key} is not a setting`)
  expect(message).not.toContain('….')
})

test.each(['', '# nothing', 'effort: none', 'model: anthropic/x', 'model: openai-compatible/org/model'])(
  '%j is valid',
  (text) => {
    expect(detailOf(text)).toBe('valid')
  },
)
