import { execFile } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { importPKCS8, SignJWT } from 'jose'
import { onTestFinished } from 'vitest'
import { type QueuedRun, type SandboxGithub, startSandboxGithub } from '../../../sandbox/github/github.ts'

export const WORKFLOW = `name: Prentice
run-name: Prentice \${{ inputs.run }}
on:
  workflow_dispatch:
    inputs:
      run:
        required: true
        type: string
permissions:
  contents: read
  id-token: write
jobs:
  prentice:
    runs-on: ubuntu-latest
    steps:
      - run: echo hello
`

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** The value at the path; `undefined` if the path ends early. */
export const pick = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inside, name) =>
      typeof inside === 'object' && inside !== null
        ? Object.entries(inside).find(([key]) => key === name)?.[1]
        : undefined,
    value,
  )

export interface Received {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

const PERMISSIONS = {
  actions: 'write',
  checks: 'write',
  contents: 'write',
  issues: 'write',
  members: 'read',
  pull_requests: 'write',
} as const

export const temporaryDirectory = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'sandbox-github-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

/** An organization with one repository that has a workflow, and an installed app that is subscribed to all events. */
export const scene = async (dialect: 'github' | 'enterprise' = 'github', now = () => new Date()) => {
  const directory = await temporaryDirectory()
  const logged: string[] = []
  const github = await startSandboxGithub({
    ...{ dialect, directory: join(directory, 'repositories'), now },
    log: (line) => logged.push(line),
  })
  onTestFinished(() => github.close())
  const received: Received[] = []
  const webhookUrl = await receiver(received)
  github.createAccount({ login: 'acme', type: 'Organization' })
  const repository = await github.createRepository({ owner: 'acme', name: 'widgets' })
  await commit(github, 'README.md', 'hello\n')
  await commit(github, '.github/workflows/prentice.yml', WORKFLOW)
  const app = github.registerApp({
    slug: 'prentice',
    webhookUrl,
    webhookSecret: 'a secret',
    permissions: PERMISSIONS,
    events: [
      ...['push', 'pull_request', 'workflow_run', 'repository', 'issues', 'issue_comment'],
      ...['pull_request_review', 'pull_request_review_comment', 'check_run'],
    ],
  })
  const installationId = github.installApp({ appId: app.appId, account: 'acme', repositories: ['widgets'] })
  const runs: QueuedRun[] = []
  github.onQueuedRun((run) => runs.push(run))
  const jwt = await appJwt(app.clientId, app.privateKeyPem)
  const call = caller(github)
  const minted = await call('POST', `/app/installations/${installationId}/access_tokens`, jwt)
  return {
    github,
    logged,
    directory,
    repository,
    app,
    installationId,
    jwt,
    token: String(pick(minted.body, 'token')),
    call,
    runs,
    received,
    webhookUrl,
  }
}

const receiver = async (received: Received[]): Promise<string> => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    response.end('ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}/webhooks` : ''
}

export const commit = (github: SandboxGithub, path: string, text: string, branch = 'main'): Promise<string> =>
  github.commitFile({ owner: 'acme', name: 'widgets', branch, path, text, message: `Write ${path}` })

export const appJwt = async (issuer: string, pem: string): Promise<string> => {
  const pkcs8 = createPrivateKey(pem).export({ type: 'pkcs8', format: 'pem' }).toString()
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({ iss: issuer, iat: now - 60, exp: now + 540 })
    .setProtectedHeader({ alg: 'RS256' })
    .sign(await importPKCS8(pkcs8, 'RS256'))
}

const caller =
  (github: SandboxGithub) =>
  async (
    method: string,
    path: string,
    token?: string,
    body?: object,
    more: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await fetch(`${github.apiUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...more },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
  }

/** Runs git with the token as GitHub requires it. A failure is a result, not an error. */
export const git = async (
  directory: string,
  token: string | null,
  ...args: string[]
): Promise<{ ok: boolean; output: string }> => {
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64')
  const env = {
    PATH: process.env.PATH,
    HOME: directory,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'Ann',
    GIT_AUTHOR_EMAIL: 'ann@example.com',
    GIT_COMMITTER_NAME: 'Ann',
    GIT_COMMITTER_EMAIL: 'ann@example.com',
    ...(token === null
      ? {}
      : {
          GIT_CONFIG_COUNT: '1',
          GIT_CONFIG_KEY_0: 'http.extraheader',
          GIT_CONFIG_VALUE_0: `AUTHORIZATION: basic ${basic}`,
        }),
  }
  return promisify(execFile)('git', args, { cwd: directory, env }).then(
    ({ stdout, stderr }) => ({ ok: true, output: stdout + stderr }),
    (error: { stdout?: string; stderr?: string }) => ({
      ok: false,
      output: `${error.stdout}${error.stderr}`,
    }),
  )
}
