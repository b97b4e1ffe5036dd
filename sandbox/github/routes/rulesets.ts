import { rulesetsOf } from '../accounts/branch-rules.ts'
import { hasRole } from '../accounts/roles.ts'
import { ApiError, notFound, validationFailed } from '../rest/api-error.ts'
import { paginate } from '../rest/paginate.ts'
import type { Json, RepositoryCall, RestResponse, Route } from '../rest/route.ts'
import { isoDate, nodeId } from '../shapes/primitives.ts'
import { fullName, repositoryApi, repositoryPage } from '../shapes/repository.ts'
import type { Rule, Ruleset } from '../state/ruleset.ts'
import { repositoryRoute } from './routes-for.ts'

const requireAdmin = ({ state, credential, repository }: RepositoryCall): void => {
  const isRole = credential.kind === 'user' && credential.level === 'role'
  if (isRole && !hasRole(state, repository, credential.account, 'admin')) throw notFound()
}

const create = (call: RepositoryCall): RestResponse => {
  requireAdmin(call)
  const { state, repository, body } = call
  const { name, target = 'branch', enforcement, rules = [] } = body
  if (typeof name !== 'string' || name === '')
    throw validationFailed({ resource: 'RepositoryRuleset', code: 'missing_field', field: 'name' })
  if (enforcement !== 'active' && enforcement !== 'disabled')
    throw new ApiError(422, 'Invalid request.\n\n"enforcement" must be "active" or "disabled".')
  if (target !== 'branch') throw new ApiError(501, `the sandbox GitHub has no rulesets for ${String(target)}`)
  if (repository.rulesets.some((one) => one.name === name))
    throw new ApiError(422, 'Validation Failed', { errors: ['Name must be unique'] })
  const refs = inside(inside(body, 'conditions'), 'ref_name')
  const ruleset: Ruleset = {
    ...{ id: state.nextId(), name, enforcement, createdAt: state.now() },
    include: textsOf(refs.include),
    exclude: textsOf(refs.exclude),
    rules: (Array.isArray(rules) ? rules : []).map(readRule),
  }
  repository.rulesets = [...repository.rulesets, ruleset]
  return { status: 201, body: rulesetShape(call, ruleset) }
}

const inside = (given: Json, name: string): Json => {
  const value = given[name]
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

const readRule = (given: unknown): Rule => {
  const rule: Json = typeof given === 'object' ? { ...given } : {}
  const { type } = rule
  if (type === 'deletion' || type === 'non_fast_forward') return { type, approvals: 0 }
  if (type !== 'pull_request')
    throw new ApiError(501, `the sandbox GitHub does not enforce the rule ${String(type)}`)
  const count = inside(rule, 'parameters').required_approving_review_count
  return { type, approvals: typeof count === 'number' ? count : 0 }
}

const ruleShape = ({ type, approvals }: Rule): Json =>
  type === 'pull_request'
    ? {
        type,
        parameters: {
          allowed_merge_methods: ['merge', 'squash'],
          dismiss_stale_reviews_on_push: false,
          require_code_owner_review: false,
          require_last_push_approval: false,
          required_approving_review_count: approvals,
          required_review_thread_resolution: false,
        },
      }
    : { type }

const rulesetShape = ({ state, repository }: RepositoryCall, ruleset: Ruleset): Json => ({
  id: ruleset.id,
  name: ruleset.name,
  target: 'branch',
  source_type: 'Repository',
  source: fullName(repository),
  enforcement: ruleset.enforcement,
  bypass_actors: [],
  current_user_can_bypass: 'never',
  node_id: nodeId('RRS', ruleset.id),
  _links: {
    self: { href: `${repositoryApi(state, repository)}/rulesets/${ruleset.id}` },
    html: { href: `${repositoryPage(state, repository)}/rules/${ruleset.id}` },
  },
  conditions: { ref_name: { include: [...ruleset.include], exclude: [...ruleset.exclude] } },
  rules: ruleset.rules.map(ruleShape),
  created_at: isoDate(ruleset.createdAt),
  updated_at: isoDate(ruleset.createdAt),
})

const list = (call: RepositoryCall): RestResponse => {
  const { page, headers } = paginate(call, call.repository.rulesets)
  const body = page.map((ruleset) => {
    const { conditions: _, rules: __, ...summary } = rulesetShape(call, ruleset)
    return summary
  })
  return { status: 200, headers, body }
}

/** The rules of all rulesets that hold for a branch, which need not exist. Branch protection is not among them. */
const listForBranch = (call: RepositoryCall): RestResponse => {
  const { repository, params } = call
  const rules = rulesetsOf(repository, params.branch ?? '').flatMap((ruleset) =>
    ruleset.rules.map((rule) => ({
      ...ruleShape(rule),
      ruleset_source_type: 'Repository',
      ruleset_source: fullName(repository),
      ruleset_id: ruleset.id,
    })),
  )
  const { page, headers } = paginate(call, rules)
  return { status: 200, headers, body: page }
}

const remove = (call: RepositoryCall): RestResponse => {
  requireAdmin(call)
  const { repository, params } = call
  const others = repository.rulesets.filter(({ id }) => String(id) !== params.ruleset_id)
  if (others.length === repository.rulesets.length) throw notFound()
  repository.rulesets = others
  return { status: 204 }
}

/** https://docs.github.com/en/rest/repos/rules */
export const rulesetRoutes: readonly Route[] = [
  repositoryRoute('GET', '/rulesets', 'metadata:read', list),
  repositoryRoute('GET', '/rules/branches/{branch}', 'metadata:read', listForBranch),
  repositoryRoute('POST', '/rulesets', 'administration:write', create),
  repositoryRoute('DELETE', '/rulesets/{ruleset_id}', 'administration:write', remove),
]
