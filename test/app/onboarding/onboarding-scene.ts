import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import type { RegisteredApp } from '../../../sandbox/github/accounts/register-app.ts'
import { type SandboxGithub, startSandboxGithub } from '../../../sandbox/github/github.ts'
import type { Github } from '../../../src/app/github/github.ts'
import { createProbot } from '../../../src/app/github/request/create-probot.ts'
import { type AppInspection, inspectApp } from '../../../src/app/github/rest/inspect-app.ts'
import { createGithub } from '../../../src/app/github/rest/octokit-github.ts'
import { onboardGithub } from '../../../src/app/github/rest/onboard.ts'
import {
  type OnboardAllDeps,
  type OnboardingLine,
  onboardAll,
} from '../../../src/app/onboarding/onboard-all.ts'
import { readTemplate } from '../../../src/app/onboarding/read-account-workflow.ts'
import { matchRepository } from '../../../src/settings/match-name.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

export const SHA = '8f4b7f84864484a7bf31766abe9204da3cbe65b3'
const PERMISSIONS = { actions: 'write', contents: 'write', pull_requests: 'write' } as const

const Pull = z.looseObject({ body: z.string(), head: z.object({ sha: z.string() }) })

export interface OnboardingScene {
  readonly github: SandboxGithub
  readonly app: RegisteredApp
  /** A person with write access to everything. */
  readonly person: string
  readonly port: Github
  readonly deps: OnboardAllDeps & { readonly github: AppInspection }
  run(change?: Partial<OnboardAllDeps>): Promise<OnboardingLine[]>
  /** One line for each repository, without links. */
  kinds(change?: Partial<OnboardAllDeps>): Promise<string[]>
  createRepository(name: string): Promise<void>
  commit(name: string, path: string, text: string, branch?: string): Promise<string>
  /** A request of the person, or of anyone who has the token. */
  call(method: string, path: string, body?: object, token?: string): Promise<Response>
  /** The first pull request of the repository. */
  pull(name: string): Promise<z.infer<typeof Pull>>
  /** The file on the branch of the pull request. */
  written(name: string, path: string): Promise<string | null>
}

/** An App that is installed on all repositories of acme. */
export async function onboardingScene({ mayWriteWorkflows = true } = {}): Promise<OnboardingScene> {
  const github = await startSandboxGithub({ dialect: 'github', directory: await temporaryFolder() })
  onTestFinished(() => github.close())
  github.createAccount({ login: 'acme', type: 'Organization' })
  const app = github.registerApp({
    slug: 'prentice',
    webhookUrl: '',
    webhookSecret: 'a secret',
    permissions: { ...PERMISSIONS, ...(mayWriteWorkflows && { workflows: 'write' as const }) },
    events: [],
  })
  github.installApp({ appId: app.appId, account: 'acme', repositories: 'all' })
  const person = github.createUserToken({ login: 'octo-admin', permission: 'write' })
  const { octokits } = createProbot({
    appId: app.appId,
    privateKey: app.privateKeyPem,
    webhookSecret: 'a secret',
    apiUrl: github.apiUrl,
    apiVersion: '2022-11-28',
    log: pino({ level: 'silent' }),
  })
  const deps = { octokits, apiUrl: github.apiUrl, webUrl: github.serverUrl, now: Date.now }
  const port = createGithub(deps)
  const all: OnboardingScene['deps'] = {
    github: { ...port, ...inspectApp(deps), ...onboardGithub(deps) },
    config: {
      publicUrl: 'https://prentice.example.com',
      actionRef: { repository: 'acme/prentice', ref: SHA, version: 'v1.2.3' },
      reusableWorkflows: [],
      defaultModel: 'openai/gpt-5',
    },
    settings: readTemplate('settings-template.yml'),
    isAllowed: () => true,
    runnerOf: async () => null,
    matches: matchRepository('*'),
    wave: 20,
    isDryRun: false,
    pause: async () => undefined,
  }
  const run = async (change: Partial<OnboardAllDeps> = {}) => {
    const lines: OnboardingLine[] = []
    for await (const line of onboardAll({ ...all, ...change })) lines.push(line)
    return lines
  }
  const call: OnboardingScene['call'] = (method, path, body, token = person) =>
    fetch(`${github.apiUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    })
  return {
    github,
    app,
    person,
    port,
    deps: all,
    run,
    kinds: async (change) => (await run(change)).map(({ kind, subject }) => `${kind} ${subject}`),
    async createRepository(name) {
      await github.createRepository({ owner: 'acme', name })
      await github.commitFile({
        owner: 'acme',
        name,
        branch: 'main',
        path: 'README.md',
        text: `${name}\n`,
        message: 'Start',
      })
    },
    commit: (name, path, text, branch = 'main') =>
      github.commitFile({ owner: 'acme', name, branch, path, text, message: `Write ${path}` }),
    call,
    pull: async (name) => Pull.parse(await (await call('GET', `/repos/acme/${name}/pulls/1`)).json()),
    async written(name, path) {
      const response = await call('GET', `/repos/acme/${name}/contents/${path}?ref=prentice/onboarding`)
      if (response.status !== 200) return null
      const { content } = z.object({ content: z.string() }).parse(await response.json())
      return Buffer.from(content, 'base64').toString('utf8')
    },
  }
}
