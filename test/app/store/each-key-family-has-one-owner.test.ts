import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LISTED_FAMILIES } from '../../../src/app/store/keys.ts'

const APP = join(import.meta.dirname, '../../../src/app')

interface Builder {
  /** The object that has it. */
  readonly owner: string
  readonly name: string
  /** A key or a prefix, with its parameters as in the code. */
  readonly template: string
}

/** Every `const …Keys = {…}` of the server, whether or not other files import it. */
const builders: readonly Builder[] = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => {
    const code = readFileSync(join(APP, file), 'utf8')
    return [...code.matchAll(/^(?:export )?const (\w+Keys) = (\{.*\}|\{\n[\s\S]*?\n\})$/gm)].flatMap(
      ([, object = '', body = '']) => buildersIn(`${file}: ${object}`, body),
    )
  })

function buildersIn(owner: string, body: string): Builder[] {
  const named = [...body.matchAll(/(\w+): \([^\n]*\) =>\s*['`]([^'`]+)['`]/g)]
  expect(named.length, `${owner}: builders that are not a plain template`).toBe(body.split('=>').length - 1)
  return named.map(([, name = '', template = '']) => ({ owner, name, template }))
}

const isPrefix = ({ template }: Builder): boolean => template.endsWith('/')
const isFixed = ({ template }: Builder): boolean => !template.includes('${')

/** `batch-unit/`; a fixed key, for example `meta/format`, is a family of its own. */
const familyOf = (builder: Builder): string =>
  isFixed(builder) ? builder.template : builder.template.slice(0, builder.template.indexOf('/') + 1)

test('each key begins with the constant name of its family', () => {
  expect(builders.length).toBeGreaterThan(LISTED_FAMILIES.length)
  expect(builders.filter((builder) => !/^[a-z-]+\/[a-z-]*$/.test(familyOf(builder)))).toEqual([])
})

test('keys of two owners are never in one family', () => {
  const collisions = builders.flatMap((one) =>
    builders.filter((other) => one.owner !== other.owner && familyOf(other).startsWith(familyOf(one))),
  )
  expect(collisions).toEqual([])
})

test('each prefix belongs to a family that is listed', () => {
  const families: readonly string[] = LISTED_FAMILIES
  expect(builders.filter((one) => isPrefix(one) && !families.includes(familyOf(one)))).toEqual([])
})

test('each listed family has a prefix to list and a key in it', () => {
  const ofFamily = (family: string) => builders.filter((one) => familyOf(one) === family)
  expect(LISTED_FAMILIES.filter((family) => !ofFamily(family).some(isPrefix))).toEqual([])
  expect(LISTED_FAMILIES.filter((family) => ofFamily(family).every(isPrefix))).toEqual([])
})
