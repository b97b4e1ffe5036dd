import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { answerJson, listen, readBody } from '../listen.ts'
import { serveGit } from './git-backend.ts'

/** Tokens and what git lets them do. */
export const READ_TOKEN = 'ghs_read-only-token-of-the-test'
export const WRITE_TOKEN = 'ghs_write-token-of-the-test-run'
const FIRST_NUMBER = 7
export const REQUEST_TOKEN = 'oidc-request-token-of-the-test'

export interface FakeGitHub {
  readonly url: string
  /** Bare repository of `o/r`. */
  readonly bare: string
  /** Every request but git's own, as `METHOD path`. */
  readonly requests: string[]
  readonly pullRequests: Record<string, unknown>[]
  /** Tokens that git showed, by service. */
  readonly gitTokens: Set<string>
  /** Environment that the runner would set. */
  readonly environment: Record<string, string>
  git(...args: string[]): string
}

export interface GitHubOptions {
  readonly refusePush?: string
  /** Seconds of `Retry-After` with which the first request for a pull request is refused. */
  readonly limitPulls?: number
}

/** The little of GitHub that the action sees: repository, pulls, git over HTTP and the runner's OIDC endpoint. */
export async function startGitHub(
  folder: string,
  files: Readonly<Record<string, string>>,
  options: GitHubOptions = {},
): Promise<FakeGitHub> {
  const bare = join(folder, 'remote/o/r.git')
  seed(bare, files)
  if (options.refusePush) {
    mkdirSync(join(bare, 'hooks'), { recursive: true })
    writeFileSync(join(bare, 'hooks/pre-receive'), `#!/bin/sh\necho "${options.refusePush}" >&2\nexit 1\n`, {
      mode: 0o755,
    })
  }
  const requests: string[] = []
  const pullRequests: Record<string, unknown>[] = []
  const gitTokens = new Set<string>()
  let minted = 0
  let isLimited = options.limitPulls !== undefined

  const describe = (pull: Record<string, unknown>, index: number) => ({
    number: FIRST_NUMBER + index,
    html_url: `${url}/o/r/pull/${FIRST_NUMBER + index}`,
    state: 'open',
    draft: pull.draft ?? false,
    head: { ref: pull.head },
    base: { ref: pull.base },
    body: pull.body ?? null,
  })
  const url = await listen(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname.startsWith('/o/r.git/')) {
      const token = Buffer.from(request.headers.authorization?.split(' ')[1] ?? '', 'base64')
        .toString()
        .replace('x-access-token:', '')
      const service = request.url?.includes('receive-pack') ? 'receive-pack' : 'upload-pack'
      gitTokens.add(`${service} ${token}`)
      const isAllowed = token === WRITE_TOKEN || (token === READ_TOKEN && service === 'upload-pack')
      if (isAllowed) return serveGit(join(folder, 'remote'), request, response)
      response.writeHead(token === '' ? 401 : 403, { 'www-authenticate': 'Basic realm="GitHub"' }).end()
      return
    }
    requests.push(`${request.method} ${pathname}`)
    const repository = {
      id: 1234,
      name: 'r',
      full_name: 'o/r',
      owner: { login: 'o' },
      html_url: `${url}/o/r`,
      private: false,
      default_branch: 'main',
    }
    if (pathname === '/oidc') {
      if (request.headers.authorization !== `Bearer ${REQUEST_TOKEN}`) return answerJson(response, 401, {})
      minted += 1
      answerJson(response, 200, { value: `oidc:${searchParams.get('audience')}:${minted}` })
    } else if (pathname === '/api/v3/repos/o/r') answerJson(response, 200, repository)
    else if (pathname === '/api/v3/repos/o/r/pulls' && request.method === 'GET') {
      answerJson(response, 200, pullRequests.map(describe))
    } else if (pathname === '/api/v3/repos/o/r/pulls' && request.method === 'POST' && isLimited) {
      isLimited = false
      response.setHeader('retry-after', String(options.limitPulls))
      answerJson(response, 403, { message: 'You have exceeded a secondary rate limit.' })
    } else if (pathname === '/api/v3/repos/o/r/pulls' && request.method === 'POST') {
      const body: Record<string, unknown> = JSON.parse(await readBody(request))
      pullRequests.push({ ...body, token: request.headers.authorization })
      answerJson(response, 201, describe(body, pullRequests.length - 1))
    } else if (/\/pulls\/\d+$/.test(pathname) && request.method === 'PATCH') {
      const index = Number(pathname.split('/').at(-1)) - FIRST_NUMBER
      const pull = Object.assign(pullRequests[index] ?? {}, JSON.parse(await readBody(request)))
      answerJson(response, 200, describe(pull, index))
    } else
      answerJson(response, 501, { message: `The test's GitHub does not know ${request.method} ${pathname}` })
  })

  const environment = {
    GITHUB_SERVER_URL: url,
    GITHUB_API_URL: `${url}/api/v3`,
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_REPOSITORY_ID: '1234',
    GITHUB_REPOSITORY_OWNER: 'o',
    ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/oidc?version=1`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: REQUEST_TOKEN,
  }
  const git = (...args: string[]) => execFileSync('git', ['-C', bare, ...args], { encoding: 'utf8' }).trim()
  return { url, bare, requests, pullRequests, gitTokens, environment, git }
}

/** One commit on `main`, by as few programs as it takes: each test has its own repository. */
function seed(bare: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(dirname(bare), { recursive: true })
  execFileSync('git', ['init', '-q', '--bare', '--template=', '-b', 'main', bare])
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`
  const changes = Object.entries(files).map(
    ([path, text]) => `M 100644 inline ${JSON.stringify(path)}\n${data(text)}`,
  )
  const commit = `commit refs/heads/main\ncommitter t <t@example.com> 1700000000 +0000\n${data('first')}`
  execFileSync('git', ['-C', bare, 'fast-import', '--quiet'], { input: [commit, ...changes, ''].join('') })
}
