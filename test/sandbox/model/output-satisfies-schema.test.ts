import { expect, test } from 'vitest'
import { composeOutput } from '../../../sandbox/model/compose-output.ts'
import { parseSentence } from '../../../sandbox/model/parse-sentence.ts'
import { readOutputSchema } from '../../../src/contract/output/output-schema.ts'

test.each<[string, unknown]>([
  ['anything', {}],
  [
    'an object with lists and enums',
    {
      type: 'object',
      properties: {
        severity: { enum: ['low', 'high'] },
        lines: { type: 'array', items: { type: 'integer', minimum: 3 }, minItems: 2 },
        title: { type: 'string', minLength: 10, maxLength: 12 },
        of: { $ref: '#/$defs/of' },
        other: { type: 'string' },
      },
      required: ['severity', 'lines', 'title', 'of'],
      additionalProperties: false,
      $defs: { of: { anyOf: [{ const: 'x' }, { type: 'null' }] } },
    },
  ],
  ['a nullable text', { type: ['string', 'null'] }],
  ['more than a number', { type: 'number', exclusiveMinimum: 2 }],
  ['all of several', { allOf: [{ type: 'object' }, { required: ['a'] }] }],
])('the scripted model returns what satisfies %s', (_, schema) => {
  const read = readOutputSchema(schema)
  expect(read.ok && read.findProblems(composeOutput(schema))).toEqual([])
})

test('a prompt may give the output', () => {
  expect(parseSentence('Return {"a":1}')).toEqual({ kind: 'output', text: '{"a":1}' })
  expect(parseSentence('return null')).toEqual({ kind: 'output', text: 'null' })
  expect(parseSentence('Return the list of files')).toBeNull()
})
