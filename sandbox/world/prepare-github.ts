import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import type { RegisteredApp } from '../github/accounts/register-app.ts'
import type { SandboxGithub } from '../github/github.ts'
import type { Permissions } from '../github/state/account.ts'
import { SANDBOX_ACTION } from '../runner/runner-options.ts'
import type { ChosenModel } from './choose-model.ts'
import type { Source } from './source/find-source.ts'
import { workflowForSandbox } from './workflow-for-sandbox.ts'

export const ORGANISATION = 'sandbox-org'

export interface PreparedGithub {
  /** `owner/name` */
  readonly repository: string
  /** Its bare git repository. */
  readonly gitDirectory: string
  readonly app: RegisteredApp
  readonly webhookSecret: string
  /** Has read and write access to everything, over git and REST. */
  readonly userToken: string
  readonly people: readonly WorldPerson[]
}

/** Somebody on the sandbox's GitHub, with a token that may do what they may. */
export interface WorldPerson {
  readonly login: string
  readonly role: 'admin' | 'write' | 'read' | 'stranger'
  readonly token: string
}

/** `octo-admin` administers every organization. */
const PEOPLE = [
  { login: 'octo-admin', role: 'admin' },
  { login: 'ana', role: 'write' },
  { login: 'rob', role: 'read' },
  { login: 'mallory', role: 'stranger' },
] as const

export const APP_SLUG = 'prentice-sandbox'

/** Creates the organization and its repository with the workflow file, and registers the app from its manifest. */
export async function prepareGithub(
  github: SandboxGithub,
  options: {
    readonly projectRoot: string
    readonly source: Source
    readonly isPublic: boolean
    readonly appUrl: string
    readonly model: ChosenModel
  },
): Promise<PreparedGithub> {
  const { source } = options
  github.createAccount({ login: ORGANISATION, type: 'Organization' })
  const place = { owner: ORGANISATION, name: source.name }
  const { defaultBranch, gitDirectory } = await github.createRepository({
    ...place,
    from: source.path,
    private: !options.isPublic,
  })
  const template = await readFile(join(options.projectRoot, 'docs/workflow.yml'), 'utf8')
  const { appUrl, model } = options
  await github.commitFile({
    ...place,
    branch: defaultBranch,
    path: '.github/workflows/prentice.yml',
    text: workflowForSandbox(template, { action: SANDBOX_ACTION, appUrl, model }),
    message: 'Add the Prentice workflow',
  })
  await addAction(github, options.projectRoot)
  const webhookSecret = randomBytes(24).toString('hex')
  const app = github.registerApp({
    ...(await readManifest(join(options.projectRoot, 'app.yml'))),
    slug: APP_SLUG,
    webhookUrl: `${appUrl}/api/github/webhooks`,
    callbackUrls: [`${appUrl}/dashboard/callback`],
    webhookSecret,
  })
  const userToken = github.createUserToken({ login: 'octo-admin', permission: 'write' })
  const people = PEOPLE.map((person) => ({ ...person, token: settle(github, place, person) }))
  return { repository: `${ORGANISATION}/${source.name}`, gitDirectory, app, webhookSecret, userToken, people }
}

/** Of an account where the App is not installed, as the action of most. */
async function addAction(github: SandboxGithub, projectRoot: string): Promise<void> {
  const [repository = '', sha = ''] = SANDBOX_ACTION.split('@')
  const [owner = '', name = ''] = repository.split('/')
  github.createAccount({ login: owner, type: 'Organization' })
  const { gitDirectory } = await github.createRepository({ owner, name, private: false })
  const text = await readFile(join(projectRoot, 'action.yml'), 'utf8')
  const commit = { owner, name, branch: 'main', path: 'action.yml', text, message: 'Add the action' }
  const real = await github.commitFile(commit)
  // Git shows the commit under the name that workflow files have for it, too: git-replace(1).
  await promisify(execFile)('git', ['-C', gitDirectory, 'update-ref', `refs/replace/${sha}`, real])
}

/** Gives the person their role in the repository; returns their token. */
function settle(
  github: SandboxGithub,
  place: { readonly owner: string; readonly name: string },
  { login, role }: (typeof PEOPLE)[number],
): string {
  if (role !== 'admin') github.createAccount({ login, type: 'User' })
  if (role === 'write' || role === 'read') github.changeRole({ ...place, login, role })
  return github.createUserToken({ login, permission: 'role' })
}

async function readManifest(path: string): Promise<{ permissions: Permissions; events: string[] }> {
  const manifest: { default_permissions?: Permissions; default_events?: string[] } = parse(
    await readFile(path, 'utf8'),
  )
  return { permissions: manifest.default_permissions ?? {}, events: manifest.default_events ?? [] }
}
