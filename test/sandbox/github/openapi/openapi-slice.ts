import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'

interface Slice {
  readonly responses: Readonly<Record<string, Readonly<Record<string, object | null>>>>
  readonly webhooks: Readonly<Record<string, object>>
}

const slice: Slice = JSON.parse(
  readFileSync(new URL('../../../../sandbox/github/openapi/slice.json', import.meta.url), 'utf8'),
)

const ajv = new Ajv({ strict: false, allErrors: true, formats: { 'repo.nwo': true } })
addFormats.default(ajv)
// `49699333+dependabot[bot]@users.noreply.github.com` is an address that GitHub sends and the usual format check refuses.
ajv.addFormat('email', /^[^\s@]+@[^\s@]+$/)
ajv.addSchema(slice, 'github')

const violations = (pointer: readonly string[], value: unknown): string[] => {
  const escaped = pointer.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1')))
  // Compiled once for all answers of a kind, which `compile` would do for each.
  const validate = ajv.getSchema(`github#/${escaped.join('/')}`)
  if (validate === undefined) throw new Error(`there is no schema ${pointer.join(' ')}`)
  if (validate(value)) return []
  return (validate.errors ?? []).map(
    (error) => `${error.instancePath} ${error.message ?? ''} ${JSON.stringify(error.params)}`,
  )
}

export const describedResponses = Object.keys(slice.responses)
export const describedWebhooks = Object.keys(slice.webhooks)

/** The violations of GitHub's description by a response. An undescribed status is a violation too. */
export const responseViolations = (route: string, status: number, body: unknown): string[] => {
  const described = slice.responses[route]
  if (!described || !(String(status) in described)) return [`${route} has no described status ${status}`]
  if (described[status] === null) return body === null ? [] : [`${route} has no body with status ${status}`]
  return violations(['responses', route, String(status)], body)
}

export const webhookViolations = (name: string, payload: unknown): string[] =>
  slice.webhooks[name] ? violations(['webhooks', name], payload) : [`GitHub sends no webhook ${name}`]
