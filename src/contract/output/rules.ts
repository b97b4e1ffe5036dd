import { groupDigits } from '../text.ts'
import { isObject } from './json-bounds.ts'

/** The names that lead to a value, the last one first. */
interface Place {
  readonly name: string | number
  readonly within: Place | null
}

export interface Problem {
  readonly path: readonly (string | number)[]
  /** Follows the path in a sentence: `must be a string`. */
  readonly expected: string
}

/** What a check has found so far. */
interface Found {
  /** Counts down: no schema and no output may keep a program busy. */
  readonly budget: { left: number }
  readonly problems: Problem[]
  failed: boolean
}

/** Adds what is wrong with a value to what was found. */
export type Check = (value: unknown, at: Place | null, found: Found) => void

/** Enough for the largest output of a schema as people write them; takes less than a tenth of a second. */
const MOST_WORK = 500_000
const MOST_PROBLEMS = 10

/** What it costs to list the properties of an object, for each, in checks of one schema. */
const LISTED = 4
const REPORTED = 10

class TooMuchWork extends Error {}

/** What of a value does not match; empty: it matches. */
export function findProblems(check: Check, value: unknown): readonly Problem[] {
  const found: Found = { budget: { left: MOST_WORK }, problems: [], failed: false }
  try {
    check(value, null, found)
    return found.problems
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error
    return [{ path: [], expected: 'takes too long to compare with the schema: it must be shorter' }]
  }
}

function spend({ budget }: Found, work: number): void {
  budget.left -= work
  if (budget.left < 0) throw new TooMuchWork()
}

function report(found: Found, at: Place | null, expected: string): void {
  found.failed = true
  spend(found, REPORTED)
  if (found.problems.length < MOST_PROBLEMS) found.problems.push({ path: pathOf(at), expected })
}

function pathOf(at: Place | null): (string | number)[] {
  const names: (string | number)[] = []
  for (let place = at; place !== null; place = place.within) names.push(place.name)
  return names.reverse()
}

function tryOut(check: Check, value: unknown, at: Place | null, { budget }: Found): Found {
  const own: Found = { budget, problems: [], failed: false }
  check(value, at, own)
  return own
}

/** The same text for equal values: properties in the order of their names. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}

const canonicalOf = (value: unknown, found: Found): string => {
  const text = canonical(value)
  spend(found, text.length)
  return text
}

export const TYPES = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
} as const
export type Type = keyof typeof TYPES

function typeOf(value: unknown): Exclude<Type, 'integer'> {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'object') return 'object'
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'string'
}

const or = (words: readonly string[]): string => words.join(', ').replace(/, ([^,]*)$/, ' or $1')

export const hasType =
  (types: readonly Type[]): Check =>
  (value, at, found) => {
    const type = typeOf(value)
    if (types.includes(type) || (types.includes('integer') && Number.isInteger(value))) return
    report(found, at, `must be ${or(types.map((one) => TYPES[one]))}, not ${TYPES[type]}`)
  }

const SHOWN_LENGTH = 300

export function isOneOf(texts: readonly string[]): Check {
  const known = new Set(texts)
  const all = texts.join(', ')
  const shown = all.length > SHOWN_LENGTH ? `${all.slice(0, SHOWN_LENGTH).toWellFormed()}…` : all
  const expected = `must be ${texts.length === 1 ? '' : 'one of '}${shown}`
  return (value, at, found) => {
    if (!known.has(canonicalOf(value, found))) report(found, at, expected)
  }
}

/** `measure`: `null` for a value that the keyword is not about. */
export const within =
  (
    measure: (value: unknown, found: Found) => number | null,
    isWithin: (measured: number) => boolean,
    expected: string,
  ): Check =>
  (value, at, found) => {
    const measured = measure(value, found)
    if (measured !== null && !isWithin(measured)) report(found, at, expected)
  }

export const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** In code points. */
export function lengthOf(value: unknown, found: Found): number | null {
  if (typeof value !== 'string') return null
  spend(found, value.length / 2)
  let length = 0
  for (let at = 0; at < value.length; at += (value.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) length += 1
  return length
}

export const itemsIn = (value: unknown): number | null => (Array.isArray(value) ? value.length : null)

export function propertiesIn(value: unknown, found: Found): number | null {
  if (!isObject(value)) return null
  const { length } = Object.keys(value)
  spend(found, length * LISTED)
  return length
}

/** Also for numbers that binary fractions only come near to: 4.02 is a multiple of 0.01. */
export function isMultiple(value: number, of: number): boolean {
  const quotient = value / of
  const nearest = Math.round(quotient)
  return Math.abs(quotient - nearest) <= Math.abs(quotient) * Number.EPSILON * 8
}

export const areUnique: Check = (value, at, found) => {
  if (!Array.isArray(value)) return
  const first = new Map<string, number>()
  for (const [index, item] of value.entries()) {
    const text = canonicalOf(item, found)
    const same = first.get(text)
    if (same !== undefined)
      return report(found, at, `must have no item twice: ${same} and ${index} are equal`)
    first.set(text, index)
  }
}

export const hasProperties =
  (names: readonly string[]): Check =>
  (value, at, found) => {
    if (!isObject(value)) return
    spend(found, names.length)
    for (const name of names)
      if (!Object.hasOwn(value, name)) report(found, { name, within: at }, 'is missing')
  }

/** `rest`: `null`, if other properties may be anything. */
export const eachProperty =
  (of: ReadonlyMap<string, Check>, rest: Check | null): Check =>
  (value, at, found) => {
    if (!isObject(value)) return
    const properties = Object.entries(value)
    spend(found, properties.length * LISTED)
    for (const [name, item] of properties) (of.get(name) ?? rest)?.(item, { name, within: at }, found)
  }

/** `first`: of as many items. `rest`: `null`, if the others may be anything. */
export const eachItem =
  (first: readonly Check[], rest: Check | null): Check =>
  (value, at, found) => {
    if (!Array.isArray(value)) return
    spend(found, value.length)
    for (const [index, item] of value.entries())
      (first[index] ?? rest)?.(item, { name: index, within: at }, found)
  }

export const all =
  (checks: readonly Check[]): Check =>
  (value, at, found) => {
    spend(found, 1)
    for (const check of checks) check(value, at, found)
  }

/** The others say nothing more of a value that has another type. */
export const typeFirst =
  (type: Check, others: Check): Check =>
  (value, at, found) => {
    spend(found, 1)
    const typed = tryOut(type, value, at, found)
    if (!typed.failed) return others(value, at, found)
    found.failed = true
    found.problems.push(...typed.problems.slice(0, MOST_PROBLEMS - found.problems.length))
  }

export const refusing =
  (expected: string): Check =>
  (_, at, found) =>
    report(found, at, expected)

export const nothing = refusing('is not allowed')

export const any =
  (checks: readonly Check[]): Check =>
  (value, at, found) => {
    const tried: Found[] = []
    for (const check of checks) {
      const one = tryOut(check, value, at, found)
      if (!one.failed) return
      tried.push(one)
    }
    reportNearest(tried, at, found)
  }

export const exactlyOne =
  (checks: readonly Check[]): Check =>
  (value, at, found) => {
    const tried = checks.map((check) => tryOut(check, value, at, found))
    const matching = tried.flatMap(({ failed }, index) => (failed ? [] : [index]))
    if (matching.length === 0) return reportNearest(tried, at, found)
    if (matching.length > 1)
      report(
        found,
        at,
        `must match only one of the schemas of \`oneOf\`, and matches ${matching.join(' and ')}`,
      )
  }

export const none =
  (check: Check): Check =>
  (value, at, found) => {
    if (!tryOut(check, value, at, found).failed) report(found, at, 'must not match the schema of `not`')
  }

/** Of the alternatives, what is wrong by the one that the value comes nearest to, because it says how to correct the value. */
function reportNearest(tried: readonly Found[], at: Place | null, found: Found): void {
  const own = pathOf(at).length
  const isDeep = ({ problems }: Found) => problems.every(({ path }) => path.length > own)
  const deep = tried.filter(isDeep)
  const [nearest] = deep.toSorted((one, other) => one.problems.length - other.problems.length)
  if (nearest === undefined) {
    const expected = tried.flatMap(({ problems }) => problems.slice(0, 1).map((problem) => problem.expected))
    report(found, at, [...new Set(expected)].slice(0, 5).join(', or ') || 'matches no schema')
    return
  }
  found.failed = true
  found.problems.push(...nearest.problems.slice(0, MOST_PROBLEMS - found.problems.length))
}

export const atLeast = (least: number, what: string): string =>
  `must have at least ${groupDigits(least)} ${what}`
export const atMost = (most: number, what: string): string => `must have at most ${groupDigits(most)} ${what}`
