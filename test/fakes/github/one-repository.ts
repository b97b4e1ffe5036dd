import type { IncomingMessage, ServerResponse } from 'node:http'
import { createAccount } from '../../../sandbox/github/accounts/accounts.ts'
import { createGithubState } from '../../../sandbox/github/create-state.ts'
import { createRepository } from '../../../sandbox/github/git/repositories.ts'
import { writeGitConfig } from '../../../sandbox/github/git/run-git.ts'
import { serveGit } from '../../../sandbox/github/git-http/serve-git.ts'
import { routes } from '../../../sandbox/github/routes/routes.ts'
import { restServer } from '../../../sandbox/github/routes/serve-rest.ts'
import type { App, Permissions } from '../../../sandbox/github/state/account.ts'
import type { Repository } from '../../../sandbox/github/state/repository.ts'
import type { GithubState } from '../../../sandbox/github/state/state.ts'
import { listen } from '../listen.ts'

/** Tokens of the App's installation, and what they are for. */
export const READ_TOKEN = 'ghs_read-only-token-of-the-test-0123456789'
export const WRITE_TOKEN = 'ghs_write-token-of-the-test-run-0123456789'
/** Of docs/standalone.yml. */
export const WORKFLOW_PERMISSIONS = {
  actions: 'write',
  contents: 'write',
  issues: 'write',
  pull_requests: 'write',
} as const satisfies Permissions
/** The token of a workflow run with these permissions. */
export const WORKFLOW_TOKEN = 'ghs_token-of-the-workflow-run-0123456789'
const HOUR_MS = 3_600_000
const API_PREFIX = '/api/v3'

/** One request as it arrived, with the credential that it carried. */
export interface SeenRequest {
  readonly method: string
  /** Path and query; of a request to a proxy, the whole URL. */
  readonly url: string
  readonly authorization: string | undefined
}

export interface OneRepository {
  readonly state: GithubState
  readonly repository: Repository
  readonly origin: string
  readonly apiUrl: string
  readonly requests: SeenRequest[]
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | null

/**
 * The REST API and the git server of the sandbox's GitHub for one empty repository, on which an App is installed.
 * `more` answers paths that GitHub has elsewhere.
 */
export async function openRepository(given: {
  readonly directory: string
  readonly owner: string
  readonly name: string
  readonly more?: Handler
}): Promise<OneRepository> {
  const requests: SeenRequest[] = []
  const serve: { handle: Handler } = { handle: () => null }
  const origin = await listen(async (request, response) => {
    const { method = '', url = '', headers } = request
    requests.push({ method, url, authorization: headers.authorization })
    const handled = given.more?.(request, response) ?? serve.handle(request, response)
    if (handled === null) response.writeHead(404).end()
    await handled
  })
  const apiUrl = `${origin}${API_PREFIX}`
  const state = await createGithubState({
    dialect: 'enterprise',
    directory: given.directory,
    urls: { server: origin, api: apiUrl, oidc: `${origin}/_services/token` },
    now: () => new Date(),
    log: () => undefined,
  })
  await writeGitConfig(state)
  createAccount(state, { login: given.owner, type: 'Organization' })
  const repository = await createRepository(state, { owner: given.owner, name: given.name, private: false })
  install(state, repository)
  const rest = restServer(state, routes)
  serve.handle = (request, response) => {
    if (request.url === '/api/graphql') return rest(request, response, '/graphql')
    return request.url?.startsWith(API_PREFIX)
      ? rest(request, response, request.url.slice(API_PREFIX.length))
      : serveGit(state, request, response)
  }
  return { state, repository, origin, apiUrl, requests }
}

/** The App on the repository, with a token for each thing that a run does there. */
function install(state: GithubState, repository: Repository): void {
  const now = state.now()
  const app: App = {
    id: state.nextId(),
    slug: 'prentice',
    clientId: 'Iv23liprentice',
    clientSecret: 'the client secret of the test',
    callbackUrls: [],
    setupUrl: null,
    hookId: state.nextId(),
    owner: repository.owner,
    bot: createAccount(state, { login: 'prentice[bot]', type: 'Bot' }),
    // Nobody signs in as the App here: its tokens are there from the beginning.
    publicKeyPem: '',
    webhookUrl: '',
    webhookSecret: '',
    permissions: {},
    events: [],
    isPublic: false,
    createdAt: now,
  }
  const repositoryIds = new Set([repository.id])
  const common = {
    app,
    permissions: {},
    account: repository.owner,
    createdAt: now,
    updatedAt: now,
    suspended: null,
  }
  const installation = { id: state.nextId(), selection: 'selected', repositoryIds, ...common } as const
  state.apps.push(app)
  state.installations.set(installation.id, installation)
  const expiresAt = new Date(now.getTime() + HOUR_MS)
  const grant = (token: string, permissions: Permissions) =>
    state.tokens.set(token, {
      kind: 'installation',
      token,
      installation,
      permissions,
      repositoryIds,
      expiresAt,
    })
  grant(READ_TOKEN, { metadata: 'read', contents: 'read' })
  const permissions: Permissions = { metadata: 'read', ...WORKFLOW_PERMISSIONS }
  state.tokens.set(WORKFLOW_TOKEN, { kind: 'actions', token: WORKFLOW_TOKEN, repository, permissions })
  grant(WRITE_TOKEN, { metadata: 'read', contents: 'write', pull_requests: 'write' })
}
