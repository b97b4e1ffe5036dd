import { expect, it } from 'vitest'
import { readModelTables } from '../../../scripts/models/read-model-tables.ts'

const PRICE = '| `openai/gpt-5` | 1.25 | 0.125 | 1.25 | 10 |'
const LIMITS = ['| `openai/gpt-*` | 272000 | | yes |', '| `*` | 128000 | | |']
const page = (...rows: readonly string[]) =>
  ['# Models', '', '| Model | Input |', '|---|---|', ...rows].join('\n')

it('prices and limits are read in their order', () => {
  expect(readModelTables(page(PRICE, '| `anthropic/*glm*` | 200000 | 32000 | |', ...LIMITS))).toEqual({
    prices: [['openai/gpt-5', [1.25, 0.125, 1.25, 10]]],
    limits: [
      ['anthropic/*glm*', 200000, 32000, false],
      ['openai/gpt-*', 272000, null, true],
    ],
    defaultWindow: 128000,
  })
})

it.each([
  ['a price in the wrong column', page(PRICE.replace('| 10 |', '| 0.125 |'), ...LIMITS), 'not a price'],
  ['a cached price above the plain one', page(PRICE.replace('0.125', '12.5'), ...LIMITS), 'not a price'],
  ['a price that is no number', page(PRICE.replace('1.25', '$1.25'), ...LIMITS), 'not a price'],
  ['a price for a pattern', page(PRICE.replace('gpt-5', 'gpt-*'), ...LIMITS), 'no name of a model'],
  ['an unknown provider', page(PRICE.replace('openai', 'opnai'), ...LIMITS), 'no name of a model'],
  ['a missing cell', page(PRICE.replace(' 0.125 |', ''), ...LIMITS), 'neither prices nor limits'],
  ['a window in thousands', page(PRICE, '| `openai/gpt-*` | 272 | | |', ...LIMITS), 'not a count of tokens'],
  [
    'images that are neither yes nor empty',
    page(PRICE, '| `openai/*` | 272000 | | no |', ...LIMITS),
    'neither prices nor limits',
  ],
  ['no default', page(PRICE, '| `openai/gpt-*` | 272000 | | |'), 'the last row of limits'],
])('%s is refused', (_, text, problem) => {
  expect(() => readModelTables(text)).toThrow(problem)
})
