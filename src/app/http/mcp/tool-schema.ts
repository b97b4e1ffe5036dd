import { z } from 'zod'

/** A JSON Schema of an object. */
export interface ObjectSchema {
  readonly [keyword: string]: unknown
  readonly type: 'object'
  readonly properties: Readonly<Record<string, object>>
  readonly required?: string[]
}

/**
 * The JSON Schema of what a tool takes or returns, without what clients refuse: many read no `$ref`, no dialect in
 * `$schema`, and few formats. Objects are open, because a client keeps a schema while the server gets newer.
 */
export function objectSchema(schema: z.ZodObject, io: 'input' | 'output'): ObjectSchema {
  const { $defs = {}, ...described } = z.toJSONSchema(schema, { io })
  return { properties: {}, ...(simplify(described, $defs) as object), type: 'object' }
}

/** `param` is OpenAPI's. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  '$schema',
  'id',
  'format',
  'pattern',
  'propertyNames',
  'param',
])

/** `schemas`: what a `$ref` may name. None of them contains itself. */
function simplify(schema: unknown, schemas: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => simplify(one, schemas))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref, properties, ...keywords } = schema as Record<string, unknown>
  const named = typeof $ref === 'string' ? simplify(schemas[$ref.replace('#/$defs/', '')], schemas) : {}
  const kept = Object.entries(keywords).filter(
    ([keyword, value]) => !LEFT_OUT.has(keyword) && (keyword !== 'additionalProperties' || value !== false),
  )
  return {
    ...(named as object),
    ...Object.fromEntries(kept.map(([keyword, value]) => [keyword, simplify(value, schemas)])),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties as object).map(([name, one]) => [name, simplify(one, schemas)]),
      ),
    }),
  }
}
