import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readOutputSchema } from '../../../src/contract/output/output-schema.ts'
import { assertProperty } from '../../support/random.ts'

const NAMES = ['a', 'b', 'c']
const name = fc.constantFrom(...NAMES)
const small = fc.integer({ min: 0, max: 3 })
const scalar = fc.oneof(
  fc.constantFrom(null, true, false, '', 'a', '😀', 'ab', 0, 1, 1.5, -2),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
)
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
}))
const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'object', 'array', 'null')

type Schema = Readonly<Record<string, unknown>>

/** One to three keywords, with schemas within them down to a depth of three. `$ref` leads to one of two definitions. */
function schema(depth: number, references = true): fc.Arbitrary<Schema> {
  const one: fc.Arbitrary<unknown> =
    depth === 0
      ? fc.boolean()
      : fc.oneof(fc.boolean(), { arbitrary: schema(depth - 1, references), weight: 4 })
  const some = fc.array(one, { minLength: 1, maxLength: 3 })
  const keywords: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
    enum: fc.array(value, { minLength: 1, maxLength: 4 }),
    const: value,
    properties: fc.dictionary(name, one, { maxKeys: 3 }),
    required: fc.uniqueArray(name, { maxLength: 2 }),
    additionalProperties: one,
    minProperties: small,
    maxProperties: small,
    items: one,
    prefixItems: some,
    minItems: small,
    maxItems: small,
    uniqueItems: fc.boolean(),
    minLength: small,
    maxLength: small,
    minimum: small,
    maximum: small,
    exclusiveMinimum: small,
    exclusiveMaximum: small,
    multipleOf: fc.constantFrom(1, 2, 0.5),
    anyOf: some,
    oneOf: some,
    allOf: some,
    not: one,
    ...(references && { $ref: fc.constantFrom('#/$defs/x', '#/$defs/y~1z') }),
  }
  return fc
    .subarray(Object.keys(keywords), { minLength: 1, maxLength: 3 })
    .chain((chosen) =>
      fc.record(
        Object.fromEntries(chosen.map((keyword) => [keyword, keywords[keyword] ?? fc.constant(null)])),
      ),
    )
}

it('judges an output as ajv does', () => {
  let [matching, failing] = [0, 0]
  assertProperty(
    fc.property(
      schema(2),
      schema(1, false),
      schema(1, false),
      fc.array(value, { minLength: 5, maxLength: 10 }),
      (drawn, x, y, drawnValues) => {
        // ajv takes objects without a prototype for different ones.
        const asJson = [{ ...drawn, $defs: { x, 'y/z': y } }, drawnValues]
        const [schema, values]: [Schema, unknown[]] = JSON.parse(JSON.stringify(asJson))
        const read = readOutputSchema(schema)
        if (!read.ok) throw new Error(`${read.path.join('.')} ${read.problem}`)
        const isValid = new Ajv2020({ strict: false, validateSchema: false }).compile(schema)
        for (const one of values) {
          const matches = read.findProblems(one).length === 0
          if (matches) matching += 1
          else failing += 1
          expect(matches, JSON.stringify([schema, one])).toBe(isValid(one))
        }
      },
    ),
    { numRuns: 300 },
  )
  expect(Math.min(matching, failing)).toBeGreaterThan(300)
})
