import { STATUS_CODES } from 'node:http'
import type { DescribedOperation, Description } from '../../test/support/app/check-described.ts'

/** What of JSON Schema the description uses. */
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

interface Told extends Description {
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

/** Everything the description says about an operation. */
export function renderOperation(description: Description, { path, method, operation }: Place): string {
  const told = description as Told
  const { summary, description: text, parameters = [], requestBody, responses } = operation
  const sections = [`\`${method} ${path}\``, `${summary}. ${text}`]
  if (parameters.length > 0) {
    const rows = parameters.map(({ name, in: where, schema, required }) =>
      row(`\`${name}\``, `${where}${required ? '' : ', optional'}`, about(schema as Schema)),
    )
    sections.push(table(['Parameter', 'Where', 'What it is'], rows))
  }
  const body = requestBody?.content['application/json']?.schema as Schema | undefined
  if (body !== undefined) sections.push(renderFields(told, body, 'Field of the request'))
  for (const [status, { content }] of Object.entries(responses)) {
    const schema = content?.['application/json']?.schema as Schema | undefined
    if (schema?.properties !== undefined) sections.push(renderFields(told, schema, `Field of the ${status}`))
  }
  sections.push(renderAnswers(operation))
  return sections.join('\n\n')
}

function renderAnswers({ responses }: DescribedOperation): string {
  const rows = Object.entries(responses).map(([status, answer]) => {
    const { description } = answer as { description: string }
    const names = Object.keys(answer.headers ?? {}).filter((name) => !EVERYWHERE.has(name))
    return row(
      `${status} ${STATUS_CODES[status]}`,
      description,
      names.map((name) => `\`${name}\``).join(', '),
    )
  })
  return table(['Status', 'When', 'Headers'], rows)
}

const EVERYWHERE = new Set(['X-Request-Id', 'Cache-Control'])

/** A schema of the components, or one that stands in an operation. */
export function renderFields(description: Description, schema: Schema | string, title: string): string {
  const { schemas } = (description as Told).components
  const named = (name: string): Schema => {
    const found = schemas[name.split('/').at(-1) ?? '']
    if (found === undefined) throw new Error(`the description has no schema ${name}`)
    return found
  }
  const top = typeof schema === 'string' ? named(schema) : schema.$ref ? named(schema.$ref) : schema
  return table([title, 'Type', 'What it is'], fieldRows(top, ''))
}

function fieldRows(schema: Schema, prefix: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const optional = schema.required?.includes(name) ? '' : ', optional'
    const inner = field.items ?? nonNull(field)
    const nested = inner.properties ? fieldRows(inner, `${path}${field.items ? '[]' : ''}.`) : []
    const what = field.items?.$ref ? `${about(field)} Each as in [the job](#the-job).` : about(field)
    return [row(`\`${path}\``, `${typeOf(field)}${optional}`, what.trim()), ...nested]
  })
}

/** Of "this or null", the this. */
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
    schema.enum && schema.enum.length < 12 ? `One of ${schema.enum.map((v) => `\`${v}\``).join(', ')}.` : ''
  const length = maxLength === undefined ? '' : `${minLength ?? 0} to ${maxLength} characters.`
  const isRange = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  const range = isRange ? `From ${minimum} to ${maximum}.` : ''
  const otherwise = fallback === undefined ? '' : `Default: ${JSON.stringify(fallback)}.`
  return [description, values, length, range, otherwise].filter((part) => part !== '').join(' ')
}

/** Each header that an answer may have. */
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
    ['Header', 'What it says'],
    [...found].map(([name, text]) => row(`\`${name}\``, text)),
  )
}
