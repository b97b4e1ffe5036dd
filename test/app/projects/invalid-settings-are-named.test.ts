import { expect, test } from 'vitest'
import { parseProjectConfig } from '../../../src/app/projects/project-config.ts'
import { reason } from '../../../src/contract/reasons.ts'

const detailOf = (text: string): string => {
  const parsed = parseProjectConfig(text)
  return parsed.kind === 'invalid' ? parsed.detail : 'valid'
}

test.each([
  ['model: gpt', 'model: "gpt" is not one the action can call; write provider/model'],
  ['model: mistral/large', 'model: "mistral/large" is not one the action can call'],
  ['model: 5', 'model: Invalid input'],
  ['effort: huge', 'effort: must be one of none, low, medium, high'],
  ['stepz: 1', 'Unrecognized key: "stepz"'],
  ['limits:\n  steps: 0', 'limits.steps: '],
  ['a: [1', ' at line 1, column 6'],
  ['a: b: c', 'Nested mappings are not allowed in compact mappings at line 1, column 4'],
])('%j', (text, words) => {
  const detail = detailOf(text)
  expect(detail).toContain(words)
  expect(detail).not.toMatch(/\n|[:.,]$/)
  expect(reason('config-invalid', detail).message).toMatch(/[\w"]\. Fix the file, then send a message\.$/)
})

test.each(['', '# nothing', 'effort: none', 'model: anthropic/x', 'model: openai-compatible/org/model'])(
  '%j is fine',
  (text) => {
    expect(detailOf(text)).toBe('valid')
  },
)
