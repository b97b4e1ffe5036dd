import { expect, it, test } from 'vitest'
import { z } from 'zod'
import { readOutputSchema, SCHEMA_KEYWORDS } from '../../../src/contract/output/output-schema.ts'

/** `path problem` of a refused schema; `null`: it is accepted. */
function refusalOf(schema: unknown): string | null {
  const read = readOutputSchema(schema)
  return read.ok ? null : `${read.path.join('.')} ${read.problem}`
}

const nested = (levels: number): unknown => (levels === 1 ? {} : { items: nested(levels - 1) })
const many = (count: number) => ({
  properties: Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, {}])),
})
/** Each definition refers twice to the one before it. */
const laughs = (levels: number) => {
  const names = Array.from({ length: levels }, (_, i) => `l${i}`)
  const twice = (i: number) => ({ anyOf: [{ $ref: `#/$defs/l${i - 1}` }, { $ref: `#/$defs/l${i - 1}` }] })
  return {
    $ref: `#/$defs/l${levels - 1}`,
    $defs: Object.fromEntries(names.map((name, i) => [name, i === 0 ? { type: 'string' } : twice(i)])),
  }
}
/** A chain of references, without anything else. */
const chain = (length: number) => ({
  $ref: `#/$defs/${length - 1}`,
  $defs: Object.fromEntries(
    Array.from({ length }, (_, i) => [`${i}`, i === 0 ? {} : { $ref: `#/$defs/${i - 1}` }]),
  ),
})
const deepValue = JSON.parse(`{"default":${'['.repeat(20_000)}${']'.repeat(20_000)}}`)

test.each<[string, unknown, string]>([
  ['no object', [], ' must be a JSON Schema'],
  [
    'a keyword with a mistake',
    { properties: { a: { minLenght: 1 } } },
    'properties.a.minLenght is not a keyword',
  ],
  ['pattern', { items: { pattern: '(a+)+$' } }, 'items.pattern is not a keyword'],
  ['format', { anyOf: [{}, { format: 'uri' }] }, 'anyOf.1.format is not a keyword'],
  ['a dynamic reference', { $dynamicRef: '#a' }, '$dynamicRef is not a keyword'],
  ['a name of the prototype', { toString: 1 }, 'toString is not a keyword'],
  ['the prototype', JSON.parse('{"__proto__":{"type":"string"}}'), '__proto__ is not a keyword'],
  ['an unused definition', { $defs: { a: { if: {} } } }, '$defs.a.if is not a keyword'],
  [
    'a URL',
    { properties: { a: { $ref: 'https://example.com/s.json' } } },
    'properties.a.$ref must lead within',
  ],
  ['a file', { $ref: 'file:///etc/passwd' }, '$ref must lead within'],
  ['an anchor', { $ref: '#name' }, '$ref must lead within'],
  ['a missing definition', { $ref: '#/$defs/a' }, '$ref must lead to a schema that exists'],
  ['a way through a prototype', { $ref: '#/constructor' }, '$ref must lead to a schema that exists'],
  ['a target that is no schema', { type: 'string', $ref: '#/type' }, 'type must be a schema'],
  ['a wrong escape', { $ref: '#/%zz' }, '$ref has a `%`'],
  [
    'the root itself',
    { properties: { a: { $ref: '#' } } },
    'properties.a.$ref must not lead to a schema that holds',
  ],
  [
    'two that refer to each other',
    {
      $ref: '#/$defs/a',
      $defs: { a: { items: { $ref: '#/$defs/b' } }, b: { items: { $ref: '#/$defs/a' } } },
    },
    'must not lead to a schema that holds',
  ],
  ['21 within each other', nested(21), ' must have at most 20 schemas within each other'],
  ['1,001', many(1000), ' must hold at most 1,000 schemas'],
  ['a billion laughs', laughs(12), 'must hold at most 1,000 schemas'],
  ['deep laughs', laughs(25), 'must hold at most 1,000 schemas'],
  ['a long chain of references', chain(2000), 'must have at most 20 schemas within each other'],
  ['64 KiB and one', { title: 'x'.repeat(65_536 - 11) }, ' must take at most 65,536 bytes, and takes 65,537'],
  ['a text that is longer', { title: 'x'.repeat(4 * 1024 * 1024) }, ' must take at most 65,536 bytes'],
  ['a deep value', deepValue, ' must be nested at most 100 levels deep'],
  ['a type that is none', { type: 'text' }, 'type must be one of string, number'],
  ['no type', { type: [] }, 'type must be one of string, number'],
  ['an empty enum', { enum: [] }, 'enum must be a list of values, and not empty'],
  ['a name as required', { required: true }, 'required must be a list of names'],
  ['a list of items', { items: [{}] }, 'items must be a schema; for a list of schemas, use `prefixItems`'],
  ['a bound of draft 4', { exclusiveMinimum: true }, 'exclusiveMinimum must be a number'],
  ['a negative length', { minLength: -1 }, 'minLength must be a whole number'],
  ['a multiple of 0', { multipleOf: 0 }, 'multipleOf must be more than 0'],
  ['an older dialect', { $schema: 'http://json-schema.org/draft-04/schema#' }, '$schema must be https://'],
])('refuses %s', (_, schema, refusal) => {
  expect(refusalOf(schema)).toContain(refusal)
})

test.each<[string, unknown]>([
  ['nothing', {}],
  [
    'what zod writes',
    z.toJSONSchema(
      z.object({
        severity: z.enum(['low', 'high']).describe('how bad'),
        lines: z.array(z.int().positive()).min(1),
        note: z.string().max(200).nullable().optional(),
        of: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('a') }),
          z.object({ kind: z.literal('b') }),
        ]),
        pair: z.tuple([z.string(), z.number()]),
      }),
    ),
  ],
  ['20 within each other', nested(20)],
  ['1,000', many(999)],
  ['64 KiB', { title: 'x'.repeat(65_536 - 12) }],
  ['few laughs', laughs(6)],
  ['references with words beside them', { $ref: '#/$defs/a', description: 'x', $defs: { a: {} } }],
  ['escaped names', { $ref: '#/$defs/a~1b~0%20c', $defs: { 'a/b~ c': {} } }],
  [
    'the same definition twice',
    { prefixItems: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }], $defs: { a: {} } },
  ],
  ['definitions of draft 7', { $schema: 'http://json-schema.org/draft-07/schema#', definitions: { a: {} } }],
  [
    'annotations with anything in them',
    { default: { pattern: 1 }, examples: [{ $ref: 'x' }], $comment: 'c' },
  ],
])('accepts %s', (_, schema) => {
  expect(refusalOf(schema)).toBeNull()
})

it('reads what many refer to once: a long enum is no work for each reference', () => {
  const values = Array.from({ length: 3000 }, (_, i) => `value ${i}`)
  const properties = Object.fromEntries(
    Array.from({ length: 490 }, (_, i) => [`p${i}`, { $ref: '#/$defs/e' }]),
  )
  let reads = 0
  const counted = new Proxy(values, {
    get(list, name) {
      if (name === 'map') reads += 1
      return Reflect.get(list, name)
    },
  })
  expect(refusalOf({ properties, $defs: { e: { enum: counted } } })).toBe(null)
  expect(reads).toBe(1)
})

it('knows no keyword that fetches, matches patterns or repeats', () => {
  for (const keyword of [
    '$id',
    '$anchor',
    '$dynamicRef',
    '$dynamicAnchor',
    '$recursiveRef',
    'format',
    'pattern',
    'patternProperties',
  ])
    expect(SCHEMA_KEYWORDS).not.toContain(keyword)
})
