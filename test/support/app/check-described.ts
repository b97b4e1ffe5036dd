import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'

interface Media {
  readonly schema: object
  readonly example?: unknown
}

interface DescribedAnswer {
  readonly headers?: Readonly<Record<string, { required?: boolean; schema: object }>>
  readonly content?: Readonly<Record<string, Media>>
}

export interface DescribedOperation {
  readonly operationId: string
  readonly parameters?: readonly { name: string; in: string; schema: object; required: boolean }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, DescribedAnswer>>
}

/** What the tests read of `/openapi.json`; that it is valid has its own test. */
export interface Description {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
}

export interface Exchange {
  readonly method: string
  /** As it was sent, with its query. */
  readonly path: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Throws where an answer is not as the description says. Paths and methods that it does not know are let pass. */
export type CheckDescribed = (exchange: Exchange) => void

// The types of ajv-formats take its CommonJS export for a module.
const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void

/** A schema of the description, by where it stands in it; compiled once. */
export function schemasOf(
  description: Description,
): (place: readonly string[], value: unknown) => string | null {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats(ajv)
  ajv.addSchema(description, 'description')
  return (place, value) => {
    const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    const validate = ajv.getSchema(`description#/${pointer.join('/')}`)
    if (validate === undefined) throw new Error(`the description has nothing at ${place.join(' › ')}`)
    return validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: place.at(-2) ?? 'value' })
  }
}

export function createCheck(description: Description): CheckDescribed {
  const misfit = schemasOf(description)
  const paths = Object.keys(description.paths).map((path) => ({ path, form: formOf(path) }))
  const answers = Object.values(description.paths).flatMap((item) =>
    Object.values(item).flatMap(({ responses }) => Object.values(responses)),
  )
  // The others are of HTTP itself.
  const told = new Set(answers.flatMap(namesOf))
  return ({ method, path: sent, status, headers, text }) => {
    const path = paths.find(({ form }) => form.test(plainPath(sent)))?.path
    if (path === undefined) return
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase()
    const operation = description.paths[path]?.[verb]
    if (operation === undefined) return
    const place = ['paths', path, verb, 'responses', String(status)]
    const wrong = (what: string) =>
      new Error(`${method} ${sent} answered ${status}: ${what}\n${text.slice(0, 500)}`)
    const answer = operation.responses[status]
    if (answer === undefined) throw wrong(`not a status that ${operation.operationId} is described with`)

    for (const [name, { required, schema }] of Object.entries(answer.headers ?? {})) {
      const value = headers.get(name)
      if (value === null && required) throw wrong(`the header ${name} is missing`)
      if (value === null) continue
      const isNumber = 'type' in schema && schema.type === 'integer'
      const problem = misfit([...place, 'headers', name, 'schema'], isNumber ? Number(value) : value)
      if (problem !== null) throw wrong(`${name}: ${problem}`)
    }
    for (const name of headers.keys()) {
      if (told.has(name) && !namesOf(answer).includes(name))
        throw wrong(`the header ${name} is not described`)
    }
    if (method === 'HEAD' || answer.content === undefined) {
      if (text !== '') throw wrong('it has a body')
      return
    }
    const type = headers.get('content-type')?.split(';', 1)[0] ?? 'none'
    if (!(type in answer.content)) throw wrong(`the content type ${type} is not described`)
    const body = type === 'application/json' ? JSON.parse(text) : text
    const problem = misfit([...place, 'content', type, 'schema'], body)
    if (problem !== null) throw wrong(problem)
  }
}

const namesOf = ({ headers = {} }: DescribedAnswer): string[] =>
  Object.keys(headers).map((name) => name.toLowerCase())

let described: CheckDescribed | undefined

/** Every answer that a test gets is held against the description; it is the same for every server. */
export async function describedAt(url: string): Promise<CheckDescribed> {
  described ??= createCheck((await (await fetch(`${url}/openapi.json`)).json()) as Description)
  return described
}

const formOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]*')}$`)

/** As the server takes it: without dot segments, and with `%6A` for a letter. */
const plainPath = (sent: string): string =>
  new URL(`http://any${sent}`).pathname.replaceAll(/%([46][1-9a-f]|[57][0-9a])/gi, (escaped) =>
    decodeURIComponent(escaped),
  )
