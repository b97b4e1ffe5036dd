import { isRecord } from './narrow-json.ts'

/** A small value that satisfies a simple JSON Schema: required properties, first alternatives, least lengths. Pure. */
export function composeOutput(schema: unknown, root: unknown = schema): unknown {
  if (!isRecord(schema)) return null
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (typeof schema.$ref === 'string') return composeOutput(targetOf(schema.$ref, root), root)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (Array.isArray(alternatives)) return composeOutput(alternatives[0], root)
  const parts = Array.isArray(schema.allOf) ? schema.allOf.filter(isRecord) : []
  const whole = Object.assign({}, ...parts, schema)
  const type = Array.isArray(whole.type) ? whole.type[0] : whole.type
  switch (type ?? ('properties' in whole ? 'object' : 'items' in whole ? 'array' : 'null')) {
    case 'object':
      return composeObject(whole, root)
    case 'array':
      return Array.from({ length: numberOr(whole.minItems, 0) }, () => composeOutput(whole.items, root))
    case 'string':
      return 'text'.padEnd(numberOr(whole.minLength, 0), '.').slice(0, numberOr(whole.maxLength, 1000))
    case 'number':
    case 'integer':
      return numberOr(whole.minimum, numberOr(whole.exclusiveMinimum, -1) + 1)
    case 'boolean':
      return true
    default:
      return null
  }
}

function composeObject(schema: Readonly<Record<string, unknown>>, root: unknown): Record<string, unknown> {
  const properties = isRecord(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required.map(String) : []
  return Object.fromEntries(
    required.map((name) => [
      name,
      composeOutput(Object.hasOwn(properties, name) ? properties[name] : {}, root),
    ]),
  )
}

const numberOr = (value: unknown, other: number): number => (typeof value === 'number' ? value : other)

function targetOf(reference: string, root: unknown): unknown {
  const names = reference.split('/').slice(1)
  return names.reduce<unknown>((at, name) => (isRecord(at) && Object.hasOwn(at, name) ? at[name] : {}), root)
}
