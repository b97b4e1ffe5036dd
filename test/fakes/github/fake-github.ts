import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { adminOf } from '../../../sandbox/github/accounts/accounts.ts'
import { listRefs } from '../../../sandbox/github/git/list-refs.ts'
import { signIdToken } from '../../../sandbox/github/oidc/id-token.ts'
import { openPull } from '../../../sandbox/github/pulls/open-pull.ts'
import type { Repository } from '../../../sandbox/github/state/repository.ts'
import type { GithubState } from '../../../sandbox/github/state/state.ts'
import { answerJson } from '../listen.ts'
import { openRepository } from './one-repository.ts'

export const REQUEST_TOKEN = 'oidc-request-token-of-the-test'
const FIRST_NUMBER = 7

export interface FakeGitHub {
  readonly url: string
  readonly repositoryId: number
  /** The sandbox's GitHub itself, and its repository `o/r`. */
  readonly state: GithubState
  readonly repository: Repository
  /** Bare repository of `o/r`. */
  readonly bare: string
  /** Every request but git's own, as `METHOD path`. */
  readonly requests: string[]
  /** The pull requests as they are now, each with the credential of the last request that opened one. */
  readonly pullRequests: Record<string, unknown>[]
  /** Tokens that git showed, by service. */
  readonly gitTokens: Set<string>
  /** Environment that the runner would set. */
  readonly environment: Record<string, string>
  git(...args: string[]): string
  /** Opens a pull request of these branches as a person does on GitHub's pages. */
  openPull(pull: { head: string; base: string; title: string; body: string }): Promise<void>
}

export interface GitHubOptions {
  readonly refusePush?: string
  /** Seconds of `Retry-After` with which the first request for a pull request is refused. */
  readonly limitPulls?: number
  /** True: the settings of the repository do not let workflows open pull requests. */
  readonly forbidPulls?: boolean
  /** Served at `/private-user-images/1.png`, without a session. */
  readonly image?: Buffer
}

/** The sandbox's GitHub as the action sees it: one repository `o/r`, and the runner's endpoint for OIDC tokens. */
export async function startGitHub(
  folder: string,
  files: Readonly<Record<string, string>>,
  options: GitHubOptions = {},
): Promise<FakeGitHub> {
  const directory = join(folder, 'remote')
  mkdirSync(directory, { recursive: true })
  const opened = await openRepository({
    directory,
    owner: 'o',
    name: 'r',
    more(request, response) {
      if (request.url?.startsWith('/oidc')) return answerOidc(opened.state, request, response)
      if (options.image === undefined || request.url !== '/private-user-images/1.png') return null
      response.writeHead(200, { 'content-type': 'image/png' }).end(options.image)
      return Promise.resolve()
    },
  })
  const { state, repository, origin, requests } = opened
  repository.nextIssueNumber = FIRST_NUMBER
  seed(repository.gitDirectory, files)
  repository.refs = await listRefs(repository)
  if (options.refusePush) refusePushes(repository.gitDirectory, options.refusePush)
  if (options.limitPulls !== undefined) {
    const message = 'You have exceeded a secondary rate limit.'
    const mode = { status: 403, message, retryAfter: options.limitPulls }
    state.orderedFaults.push({ match: /^POST \S+\/pulls$/, mode, times: 1 })
  }
  if (options.forbidPulls) {
    const message = 'GitHub Actions is not permitted to create or approve pull requests.'
    state.orderedFaults.push({ match: /^POST \S+\/pulls$/, mode: { status: 403, message }, times: 9 })
  }
  const isGit = (url: string) => url.startsWith('/o/r.git/')
  return {
    url: origin,
    repositoryId: repository.id,
    ...{ state, repository },
    bare: repository.gitDirectory,
    get requests() {
      return requests
        .filter(({ url }) => !isGit(url))
        .map(({ method, url }) => `${method} ${url.split('?')[0]}`)
    },
    get pullRequests() {
      const opening = requests.filter(({ method, url }) => method === 'POST' && url.endsWith('/pulls'))
      const token = opening.at(-1)?.authorization
      return repository.pulls.map(({ title, body, head, base, draft }) => ({
        ...{ title, body, head, base, draft, token },
      }))
    },
    get gitTokens() {
      return new Set(
        requests
          .filter(({ url }) => isGit(url))
          .map(({ url, authorization = '' }) => {
            const service = url.includes('receive-pack') ? 'receive-pack' : 'upload-pack'
            const basic = Buffer.from(authorization.split(' ')[1] ?? '', 'base64').toString()
            return `${service} ${basic.replace('x-access-token:', '')}`
          }),
      )
    },
    environment: {
      GITHUB_SERVER_URL: origin,
      GITHUB_API_URL: opened.apiUrl,
      GITHUB_REPOSITORY: 'o/r',
      GITHUB_REPOSITORY_ID: `${repository.id}`,
      GITHUB_REPOSITORY_OWNER: 'o',
      GITHUB_WORKFLOW_REF: 'o/r/.github/workflows/prentice.yml@refs/heads/main',
      ACTIONS_ID_TOKEN_REQUEST_URL: `${origin}/oidc?version=1`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: REQUEST_TOKEN,
    },
    async openPull(pull) {
      repository.refs = await listRefs(repository)
      await openPull(state, repository, pull, adminOf(state, repository.owner))
    },
    git: (...args) =>
      execFileSync('git', ['-C', repository.gitDirectory, ...args], {
        encoding: 'utf8',
        stdio: 'pipe',
      }).trim(),
  }
}

/** A token that names the repository and nothing else: the app checks it, and the app is a stand-in here. */
async function answerOidc(state: GithubState, request: IncomingMessage, response: ServerResponse) {
  if (request.headers.authorization !== `Bearer ${REQUEST_TOKEN}`) return answerJson(response, 401, {})
  const audience = new URL(request.url ?? '', 'http://localhost').searchParams.get('audience') ?? ''
  answerJson(response, 200, { value: await signIdToken(state, { repository: 'o/r' }, audience) })
}

function refusePushes(bare: string, message: string): void {
  writeFileSync(join(bare, 'hooks/pre-receive'), `#!/bin/sh\necho "${message}" >&2\nexit 1\n`, {
    mode: 0o755,
  })
}

/** One commit on `main`, by one program: each test has its own repository. */
function seed(bare: string, files: Readonly<Record<string, string>>): void {
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`
  const changes = Object.entries(files).map(
    ([path, text]) => `M 100644 inline ${JSON.stringify(path)}\n${data(text)}`,
  )
  const commit = `commit refs/heads/main\ncommitter t <t@example.com> 1700000000 +0000\n${data('first')}`
  execFileSync('git', ['-C', bare, 'fast-import', '--quiet'], { input: [commit, ...changes, ''].join('') })
}
