import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, onTestFinished } from 'vitest'
import { type SandboxGithub, startSandboxGithub } from '../../sandbox/github/github.ts'
import { startSandboxModel } from '../../sandbox/model/model.ts'
import { type SandboxRunner, startSandboxRunner } from '../../sandbox/runner/runner.ts'
import { startTlsFront } from '../../sandbox/world/tls-front.ts'
import { findProgram } from '../support/stores/find-program.ts'
import { commandLine, type Ran, type RunSettings } from './command-line.ts'

/** Tests with the real `gh`, which is skipped only on the machine of somebody who has none. */
export const describeWithGh = describe.skipIf(process.env.MUST_TEST_GH !== '1' && findProgram('gh') === null)

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const PLACE = { owner: 'acme', name: 'widgets' }
export const KEY = 'sk-ant-0123456789abcdef'
/** Of a token that `gh auth login -s workflow` has made. */
const SCOPES = ['gist', 'read:org', 'repo', 'workflow']

/** Yes to everything, the key where it is asked for, and no first job. */
export const YES = [
  [/\[y\/N\] $/, 'y'],
  [/not shown\): $/, KEY],
  [/do first\?/, ''],
] as const

export interface InitScene {
  readonly github: SandboxGithub
  /** `host:port` of the GitHub. */
  readonly host: string
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  /** `owner/name@SHA` of the action. */
  readonly action: string
  /** All that `gh` has sent, headers and bodies. */
  readonly sent: string[]
  /** As `gh` of somebody with these scopes, or of another person. */
  as(o: { readonly login?: string; readonly scopes?: readonly string[] }): Readonly<Record<string, string>>
  run(args: readonly string[], settings?: RunSettings): Promise<Ran>
  /** A file of the default branch; `null`: there is none. */
  file(path: string, ref?: string): string | null
  /** What would change if `init` changed anything. */
  snapshot(): string
  startRunner(): Promise<SandboxRunner>
}

/** An Enterprise GitHub behind TLS, with the action and one new repository, and `gh` signed in as its administrator. */
export async function initScene({
  isPublic = false,
  files = { 'README.md': 'One dog\n' },
}: {
  readonly isPublic?: boolean
  readonly files?: Readonly<Record<string, string>>
} = {}): Promise<InitScene> {
  const { folder, run } = await commandLine()
  const github = await startSandboxGithub({ dialect: 'enterprise', directory: join(folder, 'github') })
  onTestFinished(() => github.close())
  const sent: string[] = []
  const { host, certificate } = await behindTls(github, folder, sent)
  for (const login of ['acme', 'tools']) github.createAccount({ login, type: 'Organization' })
  const { gitDirectory } = await github.createRepository({
    ...PLACE,
    ...{ private: !isPublic, actionsMayOpenPulls: false },
  })
  const commit = (place: { owner: string; name: string }, path: string, text: string) =>
    github.commitFile({ ...place, branch: 'main', path, text, message: `Write ${path}` })
  for (const [path, text] of Object.entries(files)) await commit(PLACE, path, text)
  const tools = { owner: 'tools', name: 'prentice' }
  await github.createRepository({ ...tools, private: false })
  const sha = await commit(tools, 'action.yml', readFileSync(join(ROOT, 'action.yml'), 'utf8'))
  const action = `tools/prentice@${sha}`
  const as: InitScene['as'] = ({ login = 'octo-admin', scopes = SCOPES }) => ({
    ...{ PATH: process.env.PATH ?? '', HOME: folder, SSL_CERT_FILE: certificate, GH_HOST: host },
    GH_ENTERPRISE_TOKEN: github.createUserToken({ login, permission: 'role', scopes }),
    ACTION_REF: action,
  })
  const environment = as({})
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', gitDirectory, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  return {
    ...{ github, host, folder, environment, action, sent, as },
    run: (args, settings = {}) =>
      run(['init', ...args], { ...settings, environment: { ...environment, ...settings.environment } }),
    file(path, ref = 'main') {
      try {
        return git('show', `${ref}:${path}`)
      } catch {
        return null
      }
    },
    snapshot: () =>
      JSON.stringify([
        git('for-each-ref'),
        // Secrets and settings, too.
        github.requests().filter(({ method }) => method !== 'GET'),
      ]),
    async startRunner() {
      const model = await startSandboxModel()
      onTestFinished(model.close)
      const runner = startSandboxRunner({
        ...{ github, action, actionDirectory: ROOT, secrets: {}, directory: join(folder, 'runner') },
        log: () => undefined,
        extraEnvironment: { ANTHROPIC_BASE_URL: model.url },
      })
      onTestFinished(() => runner.close())
      return runner
    },
  }
}

/** `gh` speaks https only. */
export async function behindTls(
  github: Pick<SandboxGithub, 'serverUrl'>,
  folder: string,
  sent: string[] = [],
) {
  const front = await startTlsFront(github.serverUrl, folder, (text) => sent.push(text))
  onTestFinished(front.close)
  return front
}

/** A clone of the repository, as far as `init` looks at it. */
export function cloneOf({ folder, host }: InitScene): string {
  const clone = join(folder, 'clone')
  mkdirSync(clone)
  const git = (...args: readonly string[]) => execFileSync('git', ['-C', clone, ...args])
  git('init', '--quiet')
  git('remote', 'add', 'origin', `https://${host}/acme/widgets.git`)
  return clone
}
