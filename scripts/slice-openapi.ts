/**
 * Makes sandbox/github/openapi/slice.json: of GitHub's own OpenAPI description the schemas of what the sandbox answers
 * and sends, as plain JSON Schema without prose. The package is some 400 MB, so it stays outside the checkout:
 *
 *   npm install --prefix "$DIR" @octokit/openapi && node scripts/slice-openapi.ts "$DIR"
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '../sandbox/github/routes/routes.ts'
import { webhookNames } from '../sandbox/github/webhooks/events.ts'

type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const at = (node: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inside, name) => (isNode(inside) ? inside[name] : undefined), node)

const KEPT = new Set([
  '$ref',
  'additionalProperties',
  'allOf',
  'anyOf',
  'enum',
  'format',
  'items',
  'maxItems',
  'maxLength',
  'maximum',
  'minItems',
  'minLength',
  'minimum',
  'not',
  'oneOf',
  'pattern',
  'properties',
  'required',
  'type',
  'uniqueItems',
])

/** Only what a validator looks at, and OpenAPI 3.0's `nullable` in JSON Schema's own words. */
const bare = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(bare)
  if (!isNode(schema)) return schema
  const kept = Object.entries(schema).filter(([name]) => KEPT.has(name))
  const node: Node = Object.fromEntries(kept.map(([name, value]) => [name, part(name, value)]))
  return schema.nullable === true ? orNull(node) : node
}

const part = (name: string, value: unknown): unknown => {
  if (name === 'enum' || name === 'required') return value
  // The names in here are the answer's own: a property may well be called `description`.
  if (name === 'properties' && isNode(value))
    return Object.fromEntries(Object.entries(value).map(([key, schema]) => [key, bare(schema)]))
  return bare(value)
}

const orNull = (node: Node): Node => {
  const { type, enum: values } = node
  if (typeof type !== 'string') return { anyOf: [node, { type: 'null' }] }
  const withNull = Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {}
  return { ...node, type: [type, 'null'], ...withNull }
}

const REF = '#/components/schemas/'

const refsIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(refsIn)
  if (!isNode(value)) return []
  return Object.entries(value).flatMap(([name, inside]) =>
    name === '$ref' && typeof inside === 'string' ? [inside.slice(REF.length)] : refsIn(inside),
  )
}

const [directory] = process.argv.slice(2)
if (directory === undefined)
  throw new Error('usage: node scripts/slice-openapi.ts <directory of the npm install>')
const home = join(directory, 'node_modules', '@octokit', 'openapi')
const description: unknown = JSON.parse(readFileSync(join(home, 'generated', 'api.github.com.json'), 'utf8'))
const version = at(JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')), 'version')

const answersOf = (method: string, path: string): Node => {
  const responses = at(description, 'paths', path, method.toLowerCase(), 'responses')
  if (!isNode(responses)) throw new Error(`GitHub's description has no ${method} ${path}`)
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  return Object.fromEntries(
    good.map(([status, answer]) => [
      status,
      bare(at(answer, 'content', 'application/json', 'schema')) ?? null,
    ]),
  )
}

const webhookOf = (name: string): unknown => {
  const schema = at(
    description,
    'x-webhooks',
    name,
    'post',
    'requestBody',
    'content',
    'application/json',
    'schema',
  )
  if (schema === undefined) throw new Error(`GitHub's description has no webhook ${name}`)
  return bare(schema)
}

const answers: Node = Object.fromEntries(
  routes.map(({ method, path }) => [`${method} ${path}`, answersOf(method, path)]),
)
// The one thing mended: the list wants every account to be a user and an enterprise at once, which none is. The items
// are what the route for a single installation answers, where the description says "or".
answers['GET /app/installations'] = { 200: { type: 'array', items: { $ref: `${REF}installation` } } }
const webhooks = Object.fromEntries(webhookNames.map((name) => [name, webhookOf(name)]))
const schemas: Node = {}
for (let wanted = refsIn([answers, webhooks]); wanted.length > 0; ) {
  const fresh = [...new Set(wanted)].filter((name) => !(name in schemas))
  for (const name of fresh) schemas[name] = bare(at(description, 'components', 'schemas', name))
  wanted = fresh.flatMap((name) => refsIn(schemas[name]))
}

const slice = {
  source: `@octokit/openapi ${version} api.github.com.json`,
  answers,
  webhooks,
  components: { schemas },
}
const text = `${JSON.stringify(slice)}\n`
const target = join(import.meta.dirname, '..', 'sandbox', 'github', 'openapi', 'slice.json')
writeFileSync(target, text)
console.log(`${target}: ${text.length} characters, ${Object.keys(schemas).length} schemas`)
