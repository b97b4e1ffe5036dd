import { MANIFESTS, type ProjectFiles } from '../../settings/suggest-commands.ts'
import { CommandError } from '../output/exit-code.ts'
import { plainText } from '../output/plain-text.ts'
import { type Answer, at, type Gh, listAt, must, refusalOf, textAt } from './gh.ts'
import { isKeyless } from './model-access.ts'
import { SETTINGS_PATH, WORKFLOW_PATH } from './setup-files.ts'

/** A repository as GitHub describes it to the person who is signed in. */
export interface Repository {
  /** `owner/name`, as it is called now. */
  readonly name: string
  readonly url: string
  readonly visibility: string
  readonly defaultBranch: string
  readonly isAdmin: boolean
  readonly isArchived: boolean
  readonly isFork: boolean
  readonly hasOrganization: boolean
  /** Ways to merge, in the order in which they are tried. */
  readonly mergeMethods: readonly string[]
}

/** What is there, before anything is changed. */
export interface State {
  readonly login: string
  /** Of the token of `gh`; `null`: it names none, as fine-grained tokens do. */
  readonly scopes: readonly string[] | null
  /** `null`: GitHub does not show these settings to the person. */
  readonly actions: { readonly isEnabled: boolean; readonly allowed: string } | null
  readonly workflows: { readonly mayOpenPulls: boolean; readonly permissions: string } | null
  readonly secret: Secret
  /** Head of the default branch; `null`: the repository is empty. */
  readonly head: string | null
  /** The workflow file on the default branch. */
  readonly workflow: string | null
  /** The workflow file, or that of the open pull request, calls the model without a stored key. */
  readonly isKeyless: boolean
  readonly hasSettings: boolean
  readonly files: ProjectFiles
  /** The open pull request of an earlier call. */
  readonly pull: Pull | null
}

/** The secret with the key of the model. */
export interface Secret {
  readonly name: string
  readonly owner: 'repository' | 'organisation' | null
}

export interface Pull {
  readonly number: number
  readonly url: string
  readonly sha: string
  /** Its head. */
  readonly branch: string
}

/** No job has this branch: theirs end with ten characters of an id. */
export const SETUP_BRANCH = 'prentice/setup'

export async function readRepository(gh: Gh, name: string): Promise<Repository> {
  const answer = await gh.call('GET', `repos/${name}`)
  if (answer.status !== 200) {
    // To people who are not signed in, GitHub answers that there is no such private repository. This says that they are not.
    await gh.call('GET', 'user')
    throw new CommandError(
      `${gh.host} shows you no repository ${name} (${refusalOf(answer)}): check the name, and with which account \`gh\` is signed in`,
    )
  }
  const { body } = answer
  const methods = ['merge', 'squash', 'rebase'].filter(
    (method) => at(body, method === 'merge' ? 'allow_merge_commit' : `allow_${method}_merge`) !== false,
  )
  return {
    name: plainText(textAt(body, 'full_name')),
    url: plainText(textAt(body, 'html_url')),
    visibility:
      plainText(textAt(body, 'visibility')) || (at(body, 'private') === true ? 'private' : 'public'),
    defaultBranch: textAt(body, 'default_branch'),
    isAdmin: at(body, 'permissions', 'admin') === true,
    isArchived: at(body, 'archived') === true,
    isFork: at(body, 'fork') === true,
    hasOrganization: at(body, 'owner', 'type') === 'Organization',
    mergeMethods: methods,
  }
}

/** The secret is the one that is named; otherwise that of the workflow file, if there is one; otherwise `usual`. */
export async function readState(
  gh: Gh,
  repository: Repository,
  { named, usual }: { readonly named: string | undefined; readonly usual: string },
): Promise<State> {
  const base = `repos/${repository.name}`
  const [user, actions, workflows, head, pull] = await Promise.all([
    gh.call('GET', 'user'),
    gh.call('GET', `${base}/actions/permissions`),
    gh.call('GET', `${base}/actions/permissions/workflow`),
    readHead(gh, repository),
    findPull(gh, repository),
  ])
  const found = head === null ? NO_FILES : await readFiles(gh, repository.name, head)
  const proposed = pull === null ? null : await readText(gh, repository.name, WORKFLOW_PATH, pull.sha)
  const secret = named ?? secretOf(found.workflow ?? proposed) ?? usual
  const scopes = must(user, 'say who is signed in').headers.get('x-oauth-scopes')
  return {
    login: textAt(user.body, 'login'),
    scopes: scopes === undefined ? null : scopes.split(/,\s*/),
    actions:
      actions.status === 200
        ? {
            isEnabled: at(actions.body, 'enabled') === true,
            allowed: textAt(actions.body, 'allowed_actions') || 'all',
          }
        : null,
    workflows:
      workflows.status === 200
        ? {
            mayOpenPulls: at(workflows.body, 'can_approve_pull_request_reviews') === true,
            permissions: textAt(workflows.body, 'default_workflow_permissions'),
          }
        : null,
    secret: { name: secret, owner: await findOwner(gh, repository, secret) },
    isKeyless: isKeyless(found.workflow ?? proposed ?? ''),
    ...{ head, pull, ...found },
  }
}

const secretOf = (workflow: string | null): string | undefined =>
  /^ +\w+_API_KEY: \$\{\{ secrets\.(\w+) \}\}$/m.exec(workflow ?? '')?.[1]?.toUpperCase()

const NO_FILES = { workflow: null, hasSettings: false, files: { names: [], texts: {} } }

/** GitHub answers 409 for a repository without a commit. */
async function readHead(gh: Gh, { name, defaultBranch }: Repository): Promise<string | null> {
  const answer = await gh.call('GET', `repos/${name}/git/ref/${encodePath(`heads/${defaultBranch}`)}`)
  if (answer.status === 404 || answer.status === 409) return null
  return textAt(must(answer, `show the branch ${defaultBranch}`).body, 'object', 'sha')
}

export const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

async function readFiles(gh: Gh, name: string, sha: string) {
  const root = must(await gh.call('GET', `repos/${name}/git/trees/${sha}`), 'list the files')
  const names = listAt(root.body, 'tree').map((entry) => textAt(entry, 'path'))
  const manifests = MANIFESTS.filter((manifest) => names.includes(manifest))
  const read = async (path: string) => readText(gh, name, path, sha)
  const [workflow, settings, others, ...texts] = await Promise.all(
    [WORKFLOW_PATH, SETTINGS_PATH, SETTINGS_PATH.replace(/yml$/, 'yaml'), ...manifests].map(read),
  )
  const found = manifests.map((manifest, index) => [manifest, texts[index] ?? ''])
  return {
    workflow: workflow ?? null,
    hasSettings: (settings ?? others ?? null) !== null,
    files: { names, texts: Object.fromEntries(found) },
  }
}

/** `null`: there is no such file. */
export async function readText(gh: Gh, name: string, path: string, ref: string): Promise<string | null> {
  const answer = await gh.call(
    'GET',
    `repos/${name}/contents/${encodePath(path)}?ref=${encodeURIComponent(ref)}`,
  )
  if (answer.status === 404) return null
  return Buffer.from(textAt(must(answer, `show ${path}`).body, 'content'), 'base64').toString()
}

async function findOwner(
  gh: Gh,
  { name, hasOrganization }: Repository,
  secret: string,
): Promise<Secret['owner']> {
  const own = await gh.call('GET', `repos/${name}/actions/secrets/${secret}`)
  if (own.status === 200) return 'repository'
  if (!hasOrganization) return null
  for (let page = 1; ; page += 1) {
    const shared: Answer = await gh.call(
      'GET',
      `repos/${name}/actions/organization-secrets?per_page=100&page=${page}`,
    )
    const names = listAt(shared.body, 'secrets').map((one) => textAt(one, 'name'))
    if (names.includes(secret.toUpperCase())) return 'organisation'
    if (names.length === 0) return null
  }
}

async function findPull(gh: Gh, { name, defaultBranch }: Repository): Promise<Pull | null> {
  const [owner = ''] = name.split('/')
  const head = encodeURIComponent(`${owner}:${SETUP_BRANCH}`)
  const base = encodeURIComponent(defaultBranch)
  const answer = await gh.call('GET', `repos/${name}/pulls?state=open&head=${head}&base=${base}`)
  return pullOf(listAt(answer.body)[0])
}

/** `null`: not a pull request. */
export function pullOf(body: unknown): Pull | null {
  const number = at(body, 'number')
  return typeof number === 'number'
    ? {
        number,
        url: textAt(body, 'html_url'),
        sha: textAt(body, 'head', 'sha'),
        branch: textAt(body, 'head', 'ref'),
      }
    : null
}
