import { expect, it, test } from 'vitest'
import { OUTPUT_BOUNDS, Output } from '../../../src/contract/output/output.ts'
import { readOutputSchema } from '../../../src/contract/output/output-schema.ts'

function problemsOf(schema: unknown, output: unknown): string[] {
  const read = readOutputSchema(schema)
  if (!read.ok) throw new Error(`${read.path.join('.')} ${read.problem}`)
  return read.findProblems(output).map(({ path, expected }) => `${path.join('.')} ${expected}`.trim())
}

const PERSON = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0 } },
  required: ['name'],
  additionalProperties: false,
}

test.each<[string, unknown, unknown, string[]]>([
  ['another type', { type: ['string', 'null'] }, 1, ['must be a string or null, not a number']],
  [
    'all mistakes of an object',
    PERSON,
    { age: -1, x: 1 },
    ['age must be at least 0', 'name is missing', 'x is not allowed; the properties are `name`, `age`'],
  ],
  [
    'the index of an item',
    { items: PERSON },
    [{ name: 'a' }, { name: 1 }],
    ['1.name must be a string, not a number'],
  ],
  ['the values of an enum', { enum: ['a', 1, null] }, 'b', ['must be one of "a", 1, null']],
  [
    'what is wrong with a nullable object',
    { anyOf: [PERSON, { type: 'null' }] },
    { name: 1 },
    ['name must be a string, not a number'],
  ],
  [
    'each alternative',
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    1,
    ['must be a string, not a number, or must be null, not a number'],
  ],
  [
    'the alternative that is meant',
    {
      oneOf: [
        { properties: { k: { const: 'a' }, n: { type: 'number' } } },
        { properties: { k: { const: 'b' }, n: { type: 'string' }, m: { type: 'string' } } },
      ],
    },
    { k: 'a', n: 'x', m: 1 },
    ['n must be a number, not a string'],
  ],
  [
    'that several match',
    { oneOf: [{ type: 'number' }, { type: 'integer' }] },
    1,
    ['must match only one of the schemas of `oneOf`, and matches 0 and 1'],
  ],
  [
    'two equal items',
    { uniqueItems: true },
    [{ a: 1, b: 2 }, 3, { b: 2, a: 1 }],
    ['must have no item twice: 0 and 2 are equal'],
  ],
  [
    'names of the prototype',
    { required: ['toString', '__proto__'] },
    {},
    ['toString is missing', '__proto__ is missing'],
  ],
  [
    'a property called __proto__',
    JSON.parse('{"properties":{"__proto__":{"type":"number"}}}'),
    JSON.parse('{"__proto__":"x"}'),
    ['__proto__ must be a number, not a string'],
  ],
  ['one emoji as one character', { maxLength: 1 }, '😀', []],
  ['cents', { multipleOf: 0.01 }, 4.02, []],
  ['large cents', { multipleOf: 0.01 }, 136.67, []],
  ['half a cent', { multipleOf: 0.01 }, 4.025, ['must be a multiple of 0.01']],
  ['an integer with a point', { type: 'integer' }, 1.0, []],
  [
    'at most ten problems',
    { items: { type: 'string' } },
    Array.from({ length: 50 }, () => 1),
    Array.from({ length: 10 }, (_, i) => `${i} must be a string, not a number`),
  ],
])('names %s', (_, schema, output, problems) => {
  expect(problemsOf(schema, output)).toEqual(problems)
})

const repeated = (count: number, schema: unknown) => ({ allOf: Array.from({ length: count }, () => schema) })
const numbers = Array.from({ length: 9_000 }, (_, i) => i)

test.each<[string, unknown, unknown]>([
  ['many schemas for each of many items', repeated(400, { items: true }), numbers],
  ['many enums for a large value', repeated(900, { enum: [1] }), numbers],
  ['many lengths of a long text', repeated(900, { minLength: 0 }), 'x'.repeat(60_000)],
  [
    'many counts of properties',
    repeated(900, { minProperties: 0 }),
    Object.fromEntries(numbers.map((n) => [`p${n}`, n])),
  ],
  ['unique items again and again', repeated(900, { uniqueItems: true }), numbers],
  [
    'alternatives for each item',
    { items: { anyOf: Array.from({ length: 900 }, () => ({ type: 'string' })) } },
    numbers,
  ],
])('gives up on %s', (_, schema, output) => {
  expect(problemsOf(schema, output)).toEqual([
    'takes too long to compare with the schema: it must be shorter',
  ])
})

it('compares the largest output with a schema as people write them', () => {
  const row = { name: 'x'.repeat(80), age: 30 }
  const output = { rows: Array.from({ length: 620 }, () => row) }
  expect(JSON.stringify(output).length).toBeGreaterThan(62_000)
  const schema = { properties: { rows: { items: { anyOf: [{ type: 'null' }, PERSON] }, minItems: 1 } } }
  expect(problemsOf(schema, output)).toEqual([])
  expect(problemsOf({ uniqueItems: true, items: { enum: numbers } }, numbers)).toEqual([])
})

test.each<[string, unknown, boolean]>([
  ['the most values', Array.from({ length: OUTPUT_BOUNDS.values - 1 }, () => 1), true],
  ['one more', Array.from({ length: OUTPUT_BOUNDS.values }, () => 1), false],
  ['the most bytes', 'é'.repeat(OUTPUT_BOUNDS.bytes / 2 - 1), true],
  ['two more', 'é'.repeat(OUTPUT_BOUNDS.bytes / 2), false],
  ['many levels', JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)), false],
  ['a number that JSON cannot hold', JSON.parse('1e999'), false],
  ['null', null, true],
])('an output with %s is accepted: %#', (_, output, isAccepted) => {
  expect(Output.safeParse(output).success).toBe(isAccepted)
})
