/**
 * Writes parts of GitHub's own OpenAPI description, as JSON Schema without prose: sandbox/github/openapi/slice.json, the
 * responses and webhooks of the sandbox, and test/slow/variations/descriptions, what app and action read, of three
 * versions of GitHub. The package has about 400 MB, so it is installed outside the checkout:
 *
 *   npm install --prefix "$DIR" @octokit/openapi && node scripts/slice-openapi.ts "$DIR"
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
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

/** Keeps only what a validator uses, and translates OpenAPI 3.0's `nullable` to JSON Schema. */
const slim = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(slim)
  if (!isNode(schema)) return schema
  const kept = Object.entries(schema).filter(([name]) => KEPT.has(name))
  const node: Node = Object.fromEntries(kept.map(([name, value]) => [name, part(name, value)]))
  return schema.nullable === true ? orNull(node) : node
}

const part = (name: string, value: unknown): unknown => {
  if (name === 'enum' || name === 'required') return value
  // These are names of properties. One of them can be `description`.
  if (name === 'properties' && isNode(value))
    return Object.fromEntries(Object.entries(value).map(([key, schema]) => [key, slim(schema)]))
  return slim(value)
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
const version = at(JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')), 'version')
const root = join(import.meta.dirname, '..')

/** `null`: this GitHub does not have the route. */
const responsesOf = (description: unknown, route: string): Node | null => {
  const [method = '', path = ''] = route.split(' ')
  const responses = at(description, 'paths', path, method.toLowerCase(), 'responses')
  if (!isNode(responses)) return null
  const all = Object.entries(responses)
  const successes = all.filter(([status]) => status.startsWith('2'))
  // The log of a job is only redirected to.
  const good = successes.length > 0 ? successes : all.filter(([status]) => status === '302')
  return Object.fromEntries(
    good.map(([status, response]) => [
      status,
      slim(at(resolved(description, response), 'content', 'application/json', 'schema')) ?? null,
    ]),
  )
}

/** The description shares some responses. */
const resolved = (description: unknown, response: unknown): unknown => {
  const ref = at(response, '$ref')
  return typeof ref === 'string' ? at(description, ...ref.split('/').slice(1)) : response
}

const webhookOf = (description: unknown, name: string): unknown => {
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
  return slim(schema)
}

interface Part {
  /** Of a file of the package. */
  readonly source: string
  readonly routes: readonly string[]
  readonly webhooks: readonly string[]
  readonly target: string
}

function write({ source, routes: asked, webhooks: names, target }: Part): void {
  const description: unknown = JSON.parse(readFileSync(join(home, 'generated', `${source}.json`), 'utf8'))
  const responses: Node = Object.fromEntries(
    asked.flatMap((route) => {
      const found = responsesOf(description, route)
      return found === null ? [] : [[route, found]]
    }),
  )
  // The one correction: in the list, the description requires every account to be both a user and an enterprise. The items
  // have the schema of a single installation, where the description says "or".
  responses['GET /app/installations'] = { 200: { type: 'array', items: { $ref: `${REF}installation` } } }
  const webhooks = Object.fromEntries(names.map((name) => [name, webhookOf(description, name)]))
  const schemas: Node = {}
  for (let missing = refsIn([responses, webhooks]); missing.length > 0; ) {
    const fresh = [...new Set(missing)].filter((name) => !(name in schemas))
    for (const name of fresh) schemas[name] = slim(at(description, 'components', 'schemas', name))
    missing = fresh.flatMap((name) => refsIn(schemas[name]))
  }
  const slice = {
    source: `@octokit/openapi ${version} ${source}.json`,
    responses,
    webhooks,
    components: { schemas },
  }
  const text = `${JSON.stringify(slice)}\n`
  writeFileSync(join(root, target), text)
  console.log(`${target}: ${text.length} characters, ${Object.keys(schemas).length} schemas`)
}

write({
  source: 'api.github.com',
  routes: routes.map(({ method, path }) => `${method} ${path}`),
  webhooks: webhookNames,
  target: 'sandbox/github/openapi/slice.json',
})

/** The routes that app and action call, as they are written there or as Octokit names them. */
const called = [
  ...globSync('src/{app,action}/**/*.ts', { cwd: root }).flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(/'((?:GET|POST|PUT|PATCH|DELETE) \/(?!v\d)[^']+)'/g),
    ].map(([, route = '']) => route),
  ),
  'POST /app-manifests/{code}/conversions',
  'POST /repos/{owner}/{repo}/git/blobs',
]
/** Those of the events with handlers, by their names in the description. */
const HANDLED = [
  ...[
    'check-run-completed',
    'check-run-requested-action',
    'check-run-rerequested',
    'check-suite-rerequested',
  ],
  ...['github-app-authorization-revoked', 'installation-created', 'installation-deleted'],
  ...['installation-new-permissions-accepted', 'installation-suspend', 'installation-unsuspend'],
  ...['installation-repositories-added', 'installation-repositories-removed', 'issue-comment-created'],
  ...['issues-labeled', 'pull-request-closed', 'pull-request-reopened', 'pull-request-review-submitted'],
  ...['pull-request-edited', 'pull-request-opened', 'pull-request-synchronize'],
  ...['pull-request-review-dismissed', 'pull-request-review-edited'],
  ...['pull-request-review-comment-created', 'push', 'repository-deleted', 'repository-privatized'],
  ...['repository-publicized', 'repository-renamed', 'repository-transferred', 'workflow-run-completed'],
]
for (const source of ['api.github.com', 'ghes-3.17', 'ghes-3.19'])
  write({
    source,
    routes: [...new Set(called)].sort(),
    webhooks: HANDLED,
    target: `test/slow/variations/descriptions/${source}.json`,
  })
