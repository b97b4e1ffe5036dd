import { generateKeyPairSync } from 'node:crypto'
import nock from 'nock'
import { pino } from 'pino'
import { expect, onTestFinished } from 'vitest'
import type { AppPause } from '../../../src/app/github/rate-limit-pauses.ts'
import type { RepositoryRef } from '../../../src/app/github/repository.ts'
import { createProbot } from '../../../src/app/github/request/create-probot.ts'
import { createGithub } from '../../../src/app/github/rest/octokit-github.ts'
import type { ApiVersion } from '../../../src/contract/github.ts'

const privateKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs1', format: 'pem' })
  .toString()

export const NOW = Date.UTC(2030, 0, 1)
export const REPOSITORY: RepositoryRef = { installationId: 11, id: 1296269, owner: 'acme', name: 'hello' }
export const TOKENS = '/app/installations/11/access_tokens'
export const SHA = '6dcb09b5b57875f334f61aebed695e2e4193db5e'

// It changes all HTTP of the process from its import on.
nock.restore()

/** Our client, and `api` for what GitHub answers; every answer prepared must have been asked for. */
export function world({ token = true, ...options }: { token?: boolean } & ClientOptions = {}) {
  if (!nock.isActive()) nock.activate()
  nock.disableNetConnect()
  const api = nock('https://api.github.com')
  if (token) api.post(TOKENS).optionally().reply(201, tokenAnswer('ghs_11_installation'))
  onTestFinished(() => {
    const unasked = nock.pendingMocks()
    nock.cleanAll()
    nock.enableNetConnect()
    nock.restore()
    expect(unasked).toEqual([])
  })
  return { api, ...client('https://api.github.com', options) }
}

interface ClientOptions {
  readonly timeoutMs?: number
  readonly apiVersion?: ApiVersion | undefined
  readonly appPause?: AppPause
}

export function client(
  apiUrl: string,
  { timeoutMs, apiVersion = '2022-11-28', appPause }: ClientOptions = {},
) {
  const { probot, octokits } = createProbot({
    appId: 1,
    privateKey,
    webhookSecret: 'secret',
    apiUrl,
    log: pino({ level: 'silent' }),
    apiVersion,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(appPause !== undefined && { appPause }),
  })
  return {
    probot,
    octokits,
    github: createGithub({ octokits, now: () => NOW, webUrl: 'https://github.com' }),
  }
}

export const tokenAnswer = (token: string) => ({
  token,
  expires_at: '2030-01-01T01:00:00Z',
  permissions: { actions: 'write', contents: 'write', metadata: 'read', pull_requests: 'write' },
  repository_selection: 'selected',
})

export const repositoryAnswer = (id = REPOSITORY.id) => ({
  id,
  node_id: 'MDEwOlJlcG9zaXRvcnkxMjk2MjY5',
  name: 'hello',
  full_name: 'acme/hello',
  owner: { login: 'acme', id: 7, type: 'Organization' },
  private: true,
  archived: false,
  html_url: 'https://github.com/acme/hello',
  default_branch: 'main',
})

export const message = (text: string) => ({
  message: text,
  documentation_url: 'https://docs.github.com/rest',
  status: 'x',
})
