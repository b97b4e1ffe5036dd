import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'

/** A part of GitHub's description that scripts/slice-openapi.ts has made. */
interface Description {
  readonly responses: Readonly<Record<string, Readonly<Record<string, Schema | null>>>>
  readonly webhooks: Readonly<Record<string, Schema>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly minLength?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** Stands for an integer that JSON can hold and a number cannot. */
export const LONG = '3835545665537048577'

export interface Variation {
  /** `user.id is null` */
  readonly what: string
  /** Of the response; the LONG integer is written without quotes. */
  readonly text: string
  /** GitHub's description allows it. */
  readonly isDescribed: boolean
  readonly isLong: boolean
  /** An empty text, which the description often allows by omission. */
  readonly isBlank: boolean
}

/** GitHub responds so deeply for no property that is read. */
const DEPTH = 9

export function openDescription(name: string) {
  const file = new URL(`descriptions/${name}.json`, import.meta.url)
  const description: Description = JSON.parse(readFileSync(file, 'utf8'))
  const ajv = new Ajv({ strict: false, formats: { 'repo.nwo': true } })
  addFormats.default(ajv)
  ajv.addSchema(description, 'github')

  const resolve = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : resolve(described(schema.$ref.split('/').at(-1) ?? ''))
  const described = (schema: string): Schema => {
    const found = description.components.schemas[schema]
    if (found === undefined) throw new Error(`${name} has no schema ${schema}`)
    return found
  }

  /** One of the schemas that the value may have, with the properties of all that it must have. */
  const flat = (given: Schema): Schema => {
    const schema = resolve(given)
    const [one] = schema.oneOf ?? schema.anyOf ?? []
    const parts = [...(schema.allOf ?? []), ...(one === undefined ? [] : [one])].map(flat)
    if (parts.length === 0) return schema
    const properties: Record<string, Schema> = {}
    for (const part of [...parts, schema])
      for (const [key, inside] of Object.entries(part.properties ?? {}))
        properties[key] = key in properties ? { allOf: [properties[key] ?? {}, inside] } : inside
    const items = [...parts, schema].flatMap((part) => part.items ?? [])
    return {
      ...Object.assign({}, ...parts, schema),
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(items.length > 0 && { items: { allOf: items } }),
    }
  }

  /** A value with every property. All integers are 1, so that ids agree. `key`: of the property. */
  function sample(given: Schema, depth = 0, key = ''): Json {
    const schema = flat(given)
    if (schema.enum !== undefined) return (schema.enum.find((one) => one !== null) ?? null) as Json
    switch (typeOf(schema)) {
      case 'object':
        return Object.fromEntries(
          Object.entries(schema.properties ?? {}).flatMap(([key, inside]) =>
            depth < DEPTH ? [[key, sample(inside, depth + 1, key)]] : [],
          ),
        )
      case 'array':
        return schema.items === undefined || depth >= DEPTH ? [] : [sample(schema.items, depth + 1)]
      case 'integer':
      case 'number':
        return 1
      case 'boolean':
        return false
      case 'null':
        return null
      default:
        return (
          TEXTS[schema.format ?? UNSAID[key] ?? (key.endsWith('url') ? 'uri' : '')] ??
          'text'.padEnd(schema.minLength ?? 0, 'a')
        )
    }
  }

  /** Every value that differs in one place. `enter`: whether to look inside a place, by the values without it. */
  async function* vary(
    pointer: readonly string[],
    base: Json,
    enter: (without: readonly Json[], depth: number) => Promise<boolean>,
  ): AsyncGenerator<Variation> {
    const validate = validator(pointer)
    const told = (what: string, value: Json, isBlank = false): Variation => {
      const text = JSON.stringify(value) ?? ''
      const isLong = text.includes(`"${LONG}"`)
      const described = isLong ? JSON.parse(text.replaceAll(`"${LONG}"`, '1')) : value
      return {
        ...{ what, isLong, isBlank, isDescribed: validate(described) === true },
        text: text.replaceAll(`"${LONG}"`, LONG),
      }
    }
    async function* at(
      place: readonly string[],
      schema: Schema,
      value: Json,
      put: (changed: Json | undefined) => Json,
    ): AsyncGenerator<Variation> {
      const where = place.join('.') || 'the body'
      for (const [how, changed] of alternatives(schema, value))
        yield told(`${where} ${how}`, put(changed), changed === '')
      const omitted = put(undefined)
      if (place.length > 0) yield told(`${where} is omitted`, omitted)
      if (value === null || typeof value !== 'object') return
      if (place.length > 0 && !(await enter([put(null), omitted], place.length))) return
      if (Array.isArray(value)) {
        const [first] = value
        if (first !== undefined && schema.items !== undefined)
          yield* at([...place, '0'], flat(schema.items), first, (changed) =>
            put(changed === undefined ? [] : [changed]),
          )
        return
      }
      for (const [key, inside] of Object.entries(schema.properties ?? {})) {
        const own = (value as Record<string, Json>)[key]
        if (own === undefined) continue
        yield* at([...place, key], flat(inside), own, (changed) => {
          const { [key]: _, ...others } = value as Record<string, Json>
          return put(changed === undefined ? others : { ...others, [key]: changed })
        })
      }
    }
    yield* at([], flat(schemaAt(pointer)), base, (changed) => changed ?? null)
  }

  function schemaAt([family = '', ...names]: readonly string[]): Schema {
    const found = names.reduce<unknown>(
      (inside, key) => (inside as Record<string, unknown> | undefined)?.[key],
      description[family as 'responses' | 'webhooks'],
    )
    if (found === undefined || found === null) throw new Error(`${name} describes no ${names.join(' ')}`)
    return found as Schema
  }

  function validator(pointer: readonly string[]) {
    const escaped = pointer.map((part) =>
      encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
    )
    const validate = ajv.getSchema(`github#/${escaped.join('/')}`)
    if (validate === undefined) throw new Error(`there is no schema ${pointer.join(' ')}`)
    return validate
  }

  return {
    description,
    sample: (pointer: readonly string[]) => sample(schemaAt(pointer)),
    /** Why the description does not allow the value; `null`: it does. */
    violation: (pointer: readonly string[], value: Json): string | null => {
      const validate = validator(pointer)
      return validate(value) === true ? null : ajv.errorsText(validate.errors)
    },
    vary,
  }
}

/** Some schemas do not say which texts a property may have. */
const UNSAID: Readonly<Record<string, string>> = { state: 'state' }

const TEXTS: Readonly<Record<string, string>> = {
  uri: 'https://github.com/apps/docs',
  state: 'open',
  'date-time': '2026-11-20T12:00:00Z',
  date: '2026-11-20',
  email: 'ana@example.com',
  uuid: '6f1d6f0e-3f57-4f3b-9d5e-2b7f3f0c9a11',
}

const typeOf = ({ type, properties, items }: Schema): string | undefined => {
  const first = Array.isArray(type) ? type.find((one) => one !== 'null') : type
  return first ?? (properties !== undefined ? 'object' : items !== undefined ? 'array' : undefined)
}

/** Other values for a place, with how they differ. */
function* alternatives(schema: Schema, value: Json): Generator<readonly [string, Json]> {
  if (value !== null) yield ['is null', null]
  for (const one of schema.enum ?? [])
    if (one !== value && one !== null) yield [`is ${JSON.stringify(one)}`, one as Json]
  if (Array.isArray(value)) yield ['is empty', []]
  else if (typeof value === 'string') yield ['is empty', '']
  else if (typeof value === 'object' && value !== null) yield ['is empty', {}]
  else if (typeof value === 'boolean') yield [`is ${!value}`, !value]
  else if (typeof value === 'number') yield ['is a long integer', LONG]
}
