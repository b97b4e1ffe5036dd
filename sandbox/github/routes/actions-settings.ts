import { demandRole } from '../accounts/authorize.ts'
import { ApiError, notFound } from '../rest/api-error.ts'
import { paginate } from '../rest/paginate.ts'
import type { RepositoryCall, RestResponse, Route } from '../rest/route.ts'
import { openSealedBox } from '../secrets/open-sealed-box.ts'
import { isoDate } from '../shapes/primitives.ts'
import type { Secret } from '../state/secret.ts'
import { repositoryRoute } from './routes-for.ts'

/** https://docs.github.com/en/rest/actions/permissions: only administrators see and change these settings. */
const administered =
  (handle: (call: RepositoryCall) => RestResponse) =>
  (call: RepositoryCall): RestResponse => {
    demandRole(call.state, call.credential, call.repository, 'admin')
    return handle(call)
  }

const permissions = ({ repository }: RepositoryCall): RestResponse => ({
  status: 200,
  body: {
    enabled: repository.settings.actionsEnabled,
    ...(repository.settings.actionsEnabled && { allowed_actions: repository.settings.allowedActions }),
  },
})

const workflowPermissions = ({ repository }: RepositoryCall): RestResponse => ({
  status: 200,
  body: {
    default_workflow_permissions: repository.settings.workflowPermissions,
    can_approve_pull_request_reviews: repository.actionsMayOpenPulls,
  },
})

const setWorkflowPermissions = ({ repository, body }: RepositoryCall): RestResponse => {
  const { default_workflow_permissions: level, can_approve_pull_request_reviews: mayOpen } = body
  if (mayOpen === true && repository.settings.organizationForbidsPulls)
    throw new ApiError(409, 'Organization policy does not allow GitHub Actions to approve pull requests.')
  if (level === 'read' || level === 'write') repository.settings.workflowPermissions = level
  if (typeof mayOpen === 'boolean') repository.actionsMayOpenPulls = mayOpen
  return { status: 204 }
}

const publicKey = ({ state }: RepositoryCall): RestResponse => ({
  status: 200,
  body: { key_id: state.sealing.id, key: state.sealing.publicKey.toString('base64') },
})

/** Names are not case-sensitive, and GitHub shows them in capitals. */
const nameOf = ({ params }: RepositoryCall): string => (params.secret_name ?? '').toUpperCase()

const shapeOf = (name: string, { createdAt, updatedAt }: Secret) => ({
  name,
  created_at: isoDate(createdAt),
  updated_at: isoDate(updatedAt),
})

const getSecret = (call: RepositoryCall): RestResponse => {
  const secret = call.repository.secrets.get(nameOf(call))
  if (secret === undefined) throw notFound()
  return { status: 200, body: shapeOf(nameOf(call), secret) }
}

const putSecret = (call: RepositoryCall): RestResponse => {
  const { state, repository, body } = call
  const name = nameOf(call)
  if (!/^(?!GITHUB_)[A-Z_][A-Z0-9_]*$/.test(name))
    throw new ApiError(
      422,
      'Secret names can only contain alphanumeric characters ([a-z], [A-Z], [0-9]) or underscores (_). Spaces are not allowed. Must start with a letter ([a-z], [A-Z]) or underscores (_).',
    )
  if (body.key_id !== state.sealing.id || typeof body.encrypted_value !== 'string')
    throw new ApiError(
      422,
      'Invalid request.\n\n"encrypted_value" and "key_id" must belong to the public key.',
    )
  const value = openSealedBox(Buffer.from(body.encrypted_value, 'base64'), state.sealing)
  if (value === null) throw new ApiError(422, 'Bad Request: the value cannot be decrypted')
  const before = repository.secrets.get(name)
  const now = state.now()
  repository.secrets.set(name, {
    value: value.toString(),
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  })
  return before === undefined ? { status: 201, body: {} } : { status: 204 }
}

const listOrganizationSecrets = (call: RepositoryCall): RestResponse => {
  const all = [...(call.repository.owner.secrets ?? [])]
  const { page, headers } = paginate(call, all)
  const secrets = page.map(([name, secret]) => shapeOf(name, secret))
  return { status: 200, headers, body: { total_count: all.length, secrets } }
}

const PERMISSIONS = '/actions/permissions'
const SECRETS = '/actions/secrets'

export const actionsSettingsRoutes: readonly Route[] = [
  repositoryRoute('GET', PERMISSIONS, 'administration:read', administered(permissions)),
  repositoryRoute('GET', `${PERMISSIONS}/workflow`, 'administration:read', administered(workflowPermissions)),
  repositoryRoute(
    'PUT',
    `${PERMISSIONS}/workflow`,
    'administration:write',
    administered(setWorkflowPermissions),
  ),
  repositoryRoute('GET', `${SECRETS}/public-key`, 'secrets:write', publicKey),
  repositoryRoute('GET', `${SECRETS}/{secret_name}`, 'secrets:write', getSecret),
  repositoryRoute('PUT', `${SECRETS}/{secret_name}`, 'secrets:write', putSecret),
  repositoryRoute('GET', '/actions/organization-secrets', 'secrets:write', listOrganizationSecrets),
]
