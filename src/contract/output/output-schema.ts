import { isObject, type JsonObject, whyOutOfBounds } from './json-bounds.ts'
import {
  all,
  any,
  areUnique,
  atLeast,
  atMost,
  type Check,
  canonical,
  eachItem,
  eachProperty,
  exactlyOne,
  findProblems,
  hasProperties,
  hasType,
  isMultiple,
  isOneOf,
  itemsIn,
  lengthOf,
  none,
  nothing,
  numberOf,
  type Problem,
  propertiesIn,
  refusing,
  TYPES,
  type Type,
  typeFirst,
  within,
} from './rules.ts'

/** `depth`: schemas within each other. `schemas`: each counts once for every place that refers to it. */
export const SCHEMA_LIMITS = { bytes: 65_536, depth: 20, schemas: 1_000 } as const

/** What holds of the JSON of a schema. Twenty schemas within each other have some sixty lists and objects. */
const BOUNDS = { bytes: SCHEMA_LIMITS.bytes, values: 20_000, levels: 100 }

type Path = readonly string[]

export type ReadSchema =
  | { readonly ok: true; readonly findProblems: (output: unknown) => readonly Problem[] }
  | {
      readonly ok: false
      /** Where in the schema. */
      readonly path: Path
      /** Follows the path in a sentence. */
      readonly problem: string
    }

class Refused extends Error {
  readonly path: Path

  constructor(path: Path, problem: string) {
    super(problem)
    this.path = path
  }
}

/**
 * Reads a JSON Schema of the closed list of keywords in `KEYWORDS`, with their meaning in draft 2020-12. References lead
 * only within the schema and never in a circle, so a check takes a bounded time. Pure.
 */
export function readOutputSchema(schema: unknown): ReadSchema {
  try {
    if (!isObject(schema)) throw new Refused([], 'must be a JSON Schema, which is an object')
    const beyond = whyOutOfBounds(schema, BOUNDS)
    if (beyond !== null) throw new Refused([], beyond)
    const { check } = readAt({ root: schema, known: new Map(), open: new Set() }, schema, [])
    return { ok: true, findProblems: (output) => findProblems(check, output) }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { ok: false, path: error.path, problem: error.message }
  }
}

interface Reading {
  readonly root: JsonObject
  /** What was read already: a schema to which many refer is read once. */
  readonly known: Map<JsonObject, ReadNode>
  /** The schemas that are being read, with the number of references that led to each. */
  readonly open: Set<JsonObject>
}

interface ReadNode {
  readonly check: Check
  /** It and the schemas within it. */
  readonly schemas: number
  readonly depth: number
}

/** One schema whose keywords are read. */
interface Site {
  readonly schema: JsonObject
  /** Of the keyword. */
  readonly path: Path
  /** Reads a schema within this one. */
  readonly within: (schema: unknown, ...names: readonly string[]) => Check
  /** Reads one that only a reference uses. */
  readonly defined: (schema: unknown, ...names: readonly string[]) => void
  /** Reads the schema at this place. */
  readonly follow: (to: Path) => Check
}

const ANYTHING: ReadNode = { check: all([]), schemas: 1, depth: 1 }
const NOTHING: ReadNode = { check: nothing, schemas: 1, depth: 1 }

function readAt(reading: Reading, schema: unknown, path: Path): ReadNode {
  if (schema === true) return ANYTHING
  if (schema === false) return NOTHING
  if (!isObject(schema)) throw new Refused(path, 'must be a schema: an object, true or false')
  const known = reading.known.get(schema)
  if (known !== undefined) return known
  // A chain of references is as deep for the stack as schemas within each other.
  if (reading.open.size === BOUNDS.levels) throw new Refused(path, TOO_DEEP)
  reading.open.add(schema)
  const node = readKeywords(reading, schema, path)
  reading.open.delete(schema)
  if (node.schemas > SCHEMA_LIMITS.schemas) throw new Refused(path, TOO_MANY)
  if (node.depth > SCHEMA_LIMITS.depth) throw new Refused(path, TOO_DEEP)
  reading.known.set(schema, node)
  return node
}

const TOO_DEEP = `must have at most ${SCHEMA_LIMITS.depth} schemas within each other`
const TOO_MANY = `must hold at most 1,000 schemas; one to which several \`$ref\` lead counts once for each`

function readKeywords(reading: Reading, schema: JsonObject, path: Path): ReadNode {
  let [schemas, depth] = [1, 1]
  const count = (node: ReadNode, levels: number): Check => {
    schemas += node.schemas
    depth = Math.max(depth, node.depth + levels)
    return node.check
  }
  let type: Check | null = null
  const checks: Check[] = []
  for (const [keyword, given] of Object.entries(schema)) {
    if (ANNOTATIONS.has(keyword)) continue
    const at = [...path, keyword]
    const read = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined
    if (read === undefined) throw new Refused(at, UNKNOWN)
    const check = read(given, {
      schema,
      path: at,
      within: (one, ...names) => count(readAt(reading, one, [...at, ...names]), 1),
      defined: (one, ...names) => void readAt(reading, one, [...at, ...names]),
      follow: (to) => count(readTarget(reading, to, at), 0),
    })
    if (keyword === 'type') type = check
    else if (check !== null) checks.push(check)
  }
  const others = all(checks)
  return { check: type === null ? others : typeFirst(type, others), schemas, depth }
}

const UNKNOWN =
  'is not a keyword that an output schema can have: leave it out, or say it in words in `description`'

/** They mean nothing to the check; the model reads them. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  '$comment',
  'deprecated',
  'readOnly',
  'writeOnly',
])

/** What a reference leads to. `at`: of the reference. */
function readTarget(reading: Reading, to: Path, at: Path): ReadNode {
  let target: unknown = reading.root
  for (const name of to) {
    const isWithin = typeof target === 'object' && target !== null && Object.hasOwn(target, name)
    target = isWithin ? Reflect.get(Object(target), name) : undefined
  }
  if (target === undefined) throw new Refused(at, 'must lead to a schema that exists')
  if (isObject(target) && reading.open.has(target))
    throw new Refused(
      at,
      'must not lead to a schema that holds this one: an output schema cannot repeat itself',
    )
  return readAt(reading, target, to)
}

type ReadKeyword = (given: unknown, site: Site) => Check | null

const refuse = ({ path }: Site, problem: string, ...names: readonly string[]): never => {
  throw new Refused([...path, ...names], problem)
}

function list(given: unknown, site: Site, of: string): readonly unknown[] {
  if (!Array.isArray(given) || given.length === 0)
    return refuse(site, `must be a list of ${of}, and not empty`)
  return given
}

const schemasIn = (given: unknown, site: Site): Check[] =>
  list(given, site, 'schemas').map((schema, index) => site.within(schema, String(index)))

function mapOf(given: unknown, site: Site): [string, unknown][] {
  if (!isObject(given)) return refuse(site, 'must be an object that gives each name a schema')
  return Object.entries(given)
}

const number = (given: unknown, site: Site): number =>
  typeof given === 'number' ? given : refuse(site, 'must be a number')

const count = (given: unknown, site: Site): number =>
  typeof given === 'number' && Number.isInteger(given) && given >= 0
    ? given
    : refuse(site, 'must be a whole number, 0 or more')

const isType = (given: unknown): given is Type => typeof given === 'string' && Object.hasOwn(TYPES, given)

function readType(given: unknown, site: Site): Check {
  const types = Array.isArray(given) ? given : [given]
  if (types.length === 0 || !types.every(isType))
    return refuse(site, `must be one of ${Object.keys(TYPES).join(', ')}, or a list of them`)
  return hasType(types)
}

const isName = (given: unknown): given is string => typeof given === 'string'

function readRequired(given: unknown, site: Site): Check {
  if (!Array.isArray(given) || !given.every(isName)) return refuse(site, 'must be a list of names')
  return hasProperties([...new Set(given)])
}

function readProperties(given: unknown, site: Site): Check {
  const of = mapOf(given, site).map(([name, schema]) => [name, site.within(schema, name)] as const)
  return eachProperty(new Map(of), null)
}

/** The names that `properties` has are for `properties`. */
function readAdditional(given: unknown, site: Site): Check {
  const { properties } = site.schema
  const named = isObject(properties) ? Object.keys(properties) : []
  const rest = given === false ? notNamed(named) : site.within(given)
  return eachProperty(new Map(named.map((name) => [name, ANYTHING.check])), rest)
}

const notNamed = (names: readonly string[]): Check => {
  const shown = names.slice(0, 20).map((name) => `\`${name}\``)
  const expected = `is not allowed; the properties are ${shown.join(', ')}${names.length > shown.length ? ', …' : ''}`
  return names.length === 0 ? nothing : refusing(expected)
}

function readItems(given: unknown, site: Site): Check {
  if (Array.isArray(given)) return refuse(site, 'must be a schema; for a list of schemas, use `prefixItems`')
  const { prefixItems } = site.schema
  const first = Array.isArray(prefixItems) ? prefixItems.map(() => ANYTHING.check) : []
  return eachItem(first, site.within(given))
}

/** A reference as a JSON pointer in a fragment, as RFC 6901 has it. */
function readReference(given: unknown, site: Site): Check {
  if (typeof given !== 'string' || !/^#(?:\/|$)/.test(given))
    return refuse(site, 'must lead within this schema, as `#/$defs/name` does: nothing is fetched')
  return site.follow(
    given
      .slice(1)
      .split('/')
      .slice(1)
      .map((name) => decode(name, site).replaceAll('~1', '/').replaceAll('~0', '~')),
  )
}

function decode(name: string, site: Site): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return refuse(site, 'has a `%` that encodes nothing')
  }
}

/** Whose keywords mean the same as here. */
const DIALECT = /^https?:\/\/json-schema\.org\/(?:draft-07|draft\/2019-09|draft\/2020-12)\/schema#?$/

function readDialect(given: unknown, site: Site): null {
  return typeof given === 'string' && DIALECT.test(given)
    ? null
    : refuse(site, 'must be https://json-schema.org/draft/2020-12/schema, or left out')
}

function readDefinitions(given: unknown, site: Site): null {
  for (const [name, schema] of mapOf(given, site)) site.defined(schema, name)
  return null
}

/** The closed list. docs/api.md names it. */
const KEYWORDS: Readonly<Record<string, ReadKeyword>> = {
  $schema: readDialect,
  $defs: readDefinitions,
  definitions: readDefinitions,
  $ref: readReference,
  type: readType,
  enum: (given, site) => isOneOf(list(given, site, 'values').map(canonical)),
  const: (given) => isOneOf([canonical(given)]),
  properties: readProperties,
  required: readRequired,
  additionalProperties: readAdditional,
  minProperties: (given, site) => {
    const least = count(given, site)
    return within(propertiesIn, (many) => many >= least, atLeast(least, 'properties'))
  },
  maxProperties: (given, site) => {
    const most = count(given, site)
    return within(propertiesIn, (many) => many <= most, atMost(most, 'properties'))
  },
  items: readItems,
  prefixItems: (given, site) => eachItem(schemasIn(given, site), null),
  minItems: (given, site) => {
    const least = count(given, site)
    return within(itemsIn, (many) => many >= least, atLeast(least, 'items'))
  },
  maxItems: (given, site) => {
    const most = count(given, site)
    return within(itemsIn, (many) => many <= most, atMost(most, 'items'))
  },
  uniqueItems: (given, site) => {
    if (typeof given !== 'boolean') return refuse(site, 'must be true or false')
    return given ? areUnique : null
  },
  minLength: (given, site) => {
    const least = count(given, site)
    return within(lengthOf, (length) => length >= least, atLeast(least, 'characters'))
  },
  maxLength: (given, site) => {
    const most = count(given, site)
    return within(lengthOf, (length) => length <= most, atMost(most, 'characters'))
  },
  minimum: (given, site) => {
    const least = number(given, site)
    return within(numberOf, (one) => one >= least, `must be at least ${least}`)
  },
  maximum: (given, site) => {
    const most = number(given, site)
    return within(numberOf, (one) => one <= most, `must be at most ${most}`)
  },
  exclusiveMinimum: (given, site) => {
    const bound = number(given, site)
    return within(numberOf, (one) => one > bound, `must be more than ${bound}`)
  },
  exclusiveMaximum: (given, site) => {
    const bound = number(given, site)
    return within(numberOf, (one) => one < bound, `must be less than ${bound}`)
  },
  multipleOf: (given, site) => {
    const of = number(given, site)
    if (of <= 0) return refuse(site, 'must be more than 0')
    return within(numberOf, (one) => isMultiple(one, of), `must be a multiple of ${of}`)
  },
  anyOf: (given, site) => any(schemasIn(given, site)),
  oneOf: (given, site) => exactlyOne(schemasIn(given, site)),
  allOf: (given, site) => all(schemasIn(given, site)),
  not: (given, site) => none(site.within(given)),
}

/** The keywords that a schema can have, annotations included. */
export const SCHEMA_KEYWORDS: readonly string[] = [...Object.keys(KEYWORDS), ...ANNOTATIONS]
