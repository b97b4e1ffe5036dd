import { STATUS_CODES } from 'node:http'
import type { DescribedOperation, Description } from '../../test/support/app/check-described.ts'

/** The part of JSON Schema that the description uses. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly string[]
  readonly format?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
}

interface WithSchemas extends Description {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export interface Place {
  readonly path: string
  readonly method: string
  readonly operation: DescribedOperation & { readonly summary: string; readonly description: string }
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
export const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`
export const table = (head: readonly string[], rows: readonly string[]): string =>
  [row(...head), `|${head.map(() => '---').join('|')}|`, ...rows].join('\n')

export const operationsOf = (description: Description): Place[] =>
  Object.entries(description.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation: operation as Place['operation'],
    })),
  )

/** Everything the description says about an operation, except the errors that it shares with the others. */
export function renderOperation(description: Description, { path, method, operation }: Place): string {
  const { description: text, parameters = [], requestBody, responses } = operation
  const sections = [`\`${method} ${path}\``, text]
  if (parameters.length > 0) {
    const rows = parameters.map(({ name, in: where, schema, required }) =>
      row(`\`${name}\``, `${where}${required ? '' : ', optional'}`, about(schema as Schema)),
    )
    sections.push(table(['Parameter', 'In', 'Description'], rows))
  }
  const body = requestBody?.content['application/json']?.schema as Schema | undefined
  if (body !== undefined) sections.push(renderFields(description, body, 'Request field'))
  for (const [status, { content }] of Object.entries(responses)) {
    const schema = content?.['application/json']?.schema as Schema | undefined
    if (schema?.properties !== undefined && !isError(status))
      sections.push(renderFields(description, schema, 'Response field'))
  }
  const shared = sharedErrors(description)
  const own = Object.entries(responses).filter(
    ([status, response]) => wordsOf(response) !== wordsOf(shared.get(status)),
  )
  sections.push(renderResponses(own))
  return sections.join('\n\n')
}

/** The errors that many operations share, once for all of them. */
export const renderErrors = (description: Description): string =>
  renderResponses([...sharedErrors(description)])

type Response = DescribedOperation['responses'][string]

const isError = (status: string): boolean => Number(status) >= 400

const wordsOf = (response: Response | undefined): string | undefined =>
  (response as { readonly description: string } | undefined)?.description

/** By status: errors of more than a third of the operations, in the words of most of them. */
function sharedErrors(description: Description): ReadonlyMap<string, Response> {
  const operations = operationsOf(description)
  const all = operations.flatMap(({ operation }) => Object.entries(operation.responses))
  const statuses = new Set(all.map(([status]) => status).filter(isError))
  const shared = [...statuses].sort().flatMap((status) => {
    const found = all.filter(([one]) => one === status).map(([, response]) => response)
    const countOf = (response: Response) => found.filter((one) => wordsOf(one) === wordsOf(response)).length
    const [most] = found.toSorted((a, b) => countOf(b) - countOf(a))
    return most !== undefined && countOf(most) > operations.length / 3 ? [[status, most] as const] : []
  })
  return new Map(shared)
}

function renderResponses(responses: readonly (readonly [string, Response])[]): string {
  const rows = responses.map(([status, response]) => {
    const names = Object.keys(response.headers ?? {}).filter((name) => !EVERYWHERE.has(name))
    return row(
      `${status} ${STATUS_CODES[status]}`,
      wordsOf(response) ?? '',
      names.map((name) => `\`${name}\``).join(', '),
    )
  })
  return table(['Status', 'Meaning', 'Headers'], rows)
}

const EVERYWHERE = new Set(['X-Request-Id', 'Cache-Control'])

/** The fields of a schema, which is named in the components or part of an operation. */
export function renderFields(description: Description, schema: Schema | string, title: string): string {
  const { schemas } = (description as WithSchemas).components
  const named = (name: string): Schema => {
    const found = schemas[name.split('/').at(-1) ?? '']
    if (found === undefined) throw new Error(`the description has no schema ${name}`)
    return found
  }
  const top = typeof schema === 'string' ? named(schema) : schema.$ref ? named(schema.$ref) : schema
  return table([title, 'Type', 'Description'], fieldRows(top, '', named))
}

function fieldRows(schema: Schema, prefix: string, named: (ref: string) => Schema): string[] {
  const shown: { readonly path: string; readonly fields: readonly string[] }[] = []
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const optional = schema.required?.includes(name) ? '' : ', optional'
    const isJob = field.items?.$ref?.endsWith('/ListedJob') ?? false
    const what = isJob ? `${about(field)} Each is [a job in a list](#a-job-in-a-list).` : about(field)
    const ref = isJob ? undefined : field.items?.$ref
    const inner = ref === undefined ? (field.items ?? nonNull(field)) : named(ref)
    const nested = isJob ? [] : nestedRows(inner, `${path}${field.items ? '[]' : ''}.`, named, shown)
    return [row(`\`${path}\``, `${typeOf(field)}${optional}`, what.trim()), ...nested]
  })
}

/** Fewer are repeated. */
const WORTH_A_REFERENCE = 4

/** The fields of an object, without those that an object before it (`shown`) has, too. */
function nestedRows(
  schema: Schema,
  prefix: string,
  named: (ref: string) => Schema,
  shown: { readonly path: string; readonly fields: readonly string[] }[],
): string[] {
  const fields = Object.entries(schema.properties ?? {})
  const textOf = ([name, field]: (typeof fields)[number]): string => name + JSON.stringify(field)
  const texts = fields.map(textOf)
  const same = shown.find((one) => one.fields.every((text) => texts.includes(text)))
  if (same === undefined || same.fields.length < WORTH_A_REFERENCE) {
    shown.push({ path: prefix, fields: texts })
    return fieldRows(schema, prefix, named)
  }
  const own = fields.filter((field) => !same.fields.includes(textOf(field)))
  const rows = fieldRows({ ...schema, properties: Object.fromEntries(own) }, prefix, named)
  return [...rows, row(`\`${prefix}…\``, '', `The same fields as in \`${same.path.slice(0, -1)}\`.`)]
}

/** The schema that a nullable one allows beside `null`. */
const nonNull = (schema: Schema): Schema =>
  [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].find(({ type }) => type !== 'null') ?? schema

export function typeOf(schema: Schema): string {
  const either = schema.anyOf ?? schema.oneOf
  if (either !== undefined) return either.map(typeOf).join(' or ')
  const types = schema.type === undefined ? ['object'] : [schema.type].flat()
  const format = schema.format === undefined ? '' : ` (${schema.format})`
  return types.map((type) => (type === 'null' ? 'null' : `${type}${format}`)).join(' or ')
}

export function about(schema: Schema): string {
  const { description = '', minLength, maxLength, minimum, maximum, default: fallback } = schema
  const values =
    schema.enum && schema.enum.length < 12
      ? `${schema.enum.length === 1 ? 'Always' : 'One of'} ${schema.enum.map((v) => `\`${v}\``).join(', ')}.`
      : ''
  const number = (value: number): string => value.toLocaleString('en')
  const length =
    maxLength === undefined ? '' : `${number(minLength ?? 0)} to ${number(maxLength)} characters.`
  const isRange = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  const range = isRange ? `${number(minimum)} to ${number(maximum)}.` : ''
  const otherwise = fallback === undefined ? '' : `Default: ${JSON.stringify(fallback)}.`
  return [description, values, length, range, otherwise].filter((part) => part !== '').join(' ')
}

/** Each header that a response may have. */
export function renderHeaders(description: Description): string {
  const found = new Map<string, string>()
  for (const { operation } of operationsOf(description)) {
    for (const { headers = {} } of Object.values(operation.responses)) {
      for (const [name, header] of Object.entries(headers)) {
        found.set(name, (header as { description?: string }).description ?? '')
      }
    }
  }
  return table(
    ['Header', 'Description'],
    [...found].map(([name, text]) => row(`\`${name}\``, text)),
  )
}
