import { expect, test } from 'vitest'
import { describeWithGh, type InitScene, initScene, PLACE } from '../init-scene.ts'

interface Case {
  readonly prepare?: (scene: InitScene) => unknown
  readonly as?: Parameters<InitScene['as']>[0]
  readonly environment?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  readonly isPublic?: boolean
  readonly says: readonly RegExp[]
}

const REPO = ['--repo', 'acme/widgets', '--dry-run']
const commit = ({ github }: InitScene, path: string, text: string) =>
  github.commitFile({ ...PLACE, branch: 'main', path, text, message: 'Change' })
const WORKFLOW = '.github/workflows/prentice.yml'

const MISSING: Readonly<Record<string, Case>> = {
  'several things at once': {
    prepare({ github }) {
      github.createAccount({ login: 'ana', type: 'User' })
      github.changeRole({ ...PLACE, login: 'ana', role: 'write' })
    },
    as: { login: 'ana', scopes: ['gist', 'read:org', 'repo'] },
    args: ['--action', 'tools/prentice@v9'],
    says: [
      /acme\/widgets on localhost:\d+, private, branch main\n/,
      /✗ ana does not administer it: ask for that role/,
      /✗ the token in GH_ENTERPRISE_TOKEN lacks the scope workflow: set one that has it, or unset the variable/,
      /✗ localhost:\d+ has no tools\/prentice@v9 .*: push it there, or name it with --action/,
      /- there is no secret ANTHROPIC_API_KEY/,
      /- there is no workflow file/,
      /3 things are missing: nothing was changed/,
    ],
  },
  'Actions are off': {
    prepare: ({ github }) => github.changeSettings({ ...PLACE, actionsEnabled: false }),
    says: [
      /✗ Actions are switched off: allow them at \S+\/acme\/widgets\/settings\/actions/,
      /one thing is missing/,
    ],
  },
  'only own actions may run': {
    prepare: ({ github }) => github.changeSettings({ ...PLACE, allowedActions: 'local_only' }),
    says: [/✗ only actions of acme may run/],
  },
  'it is archived': {
    prepare: ({ github }) => github.changeSettings({ ...PLACE, archived: true }),
    says: [/✗ it is archived: unarchive it at/],
  },
  'the action is something else': {
    prepare: async ({ github }) =>
      github.commitFile({
        ...{ owner: 'tools', name: 'prentice', branch: 'main', path: 'action.yml', text: 'name: Other\n' },
        message: 'Change',
      }),
    args: ['--action', 'tools/prentice@main'],
    says: [/✗ tools\/prentice@main is not the action of Prentice/],
  },
  'the workflow belongs to a server': {
    prepare: (scene) =>
      commit(scene, WORKFLOW, 'on:\n  workflow_dispatch:\njobs:\n      app-url: https://x.example\n'),
    says: [/✗ the workflow file is that of a server: use `--server`, or delete/],
  },
  'another workflow has the name': {
    prepare: (scene) => commit(scene, WORKFLOW, 'on: push\n'),
    says: [/✗ \.github\/workflows\/prentice\.yml is another workflow: rename it/],
  },
}

const REFUSED: Readonly<Record<string, Case>> = {
  'there is no repository': {
    args: ['--repo', 'acme/nothing'],
    says: [/shows you no repository acme\/nothing \(Not Found/],
  },
  'the name is none': {
    args: ['--repo', 'acme'],
    says: [/"acme" is not a repository: write owner\/name, or host\/owner\/name/],
  },
  'the name leads elsewhere': { args: ['--repo', 'acme/..'], says: [/"acme\/\.\." is not a repository/] },
  'the folder is no clone': { args: ['--dir', '/'], says: [/\/ is not a clone of a repository on GitHub/] },
  'nobody is signed in': {
    environment: { GH_ENTERPRISE_TOKEN: '' },
    says: [
      /you are not signed in to localhost:\d+ with `gh`: run `gh auth login --hostname localhost:\d+ -s workflow`/,
    ],
  },
  'the token is wrong': {
    environment: { GH_ENTERPRISE_TOKEN: 'ghp_wrong' },
    says: [/does not accept the token in GH_ENTERPRISE_TOKEN: unset the variable, and run `gh auth login/],
  },
  'there is no gh': {
    environment: { PATH: '/nowhere' },
    says: [/`gh`, the command line of GitHub, is not installed/],
  },
  'GitHub cannot be reached': {
    environment: { GH_HOST: 'localhost:9' },
    says: [/`gh` gets no answer from localhost:9/],
  },
  'the certificate is unknown': {
    environment: { SSL_CERT_FILE: '/dev/null' },
    says: [/`gh` gets no answer from localhost:\d+: .*certificate/s],
  },
  'the model is none': {
    args: ['--model', 'gpt'],
    says: [/--model gpt: write provider\/model, with one of the providers anthropic, /],
  },
  'the model has no address': {
    args: ['--model', 'openai-compatible/llama'],
    says: [/set OPENAI_COMPATIBLE_BASE_URL to the address of the model's server/],
  },
  'the secret has no name': { args: ['--secret', 'a-b'], says: [/--secret a-b: write the name of a secret/] },
  'the action is no action': {
    args: ['--action', 'tools'],
    says: [/✗ --action tools: write it as owner\/name@ref/],
  },
  'the repository has another name now': {
    prepare: ({ github }) => github.renameRepository({ ...PLACE, to: 'gadgets' }),
    args: ['--yes', '--secret', 'K'],
    says: [/acme\/gadgets on /, /acme\/widgets is now acme\/gadgets: name it so with --repo/],
  },
  'a script agrees to nothing': {
    says: [/nobody can be asked here: use --yes with --repo and --secret, or --dry-run/],
  },
  'a script names no repository': {
    args: ['--yes', '--secret', 'K'],
    says: [/--yes needs --repo and --secret/],
  },
  'a script names no secret': { args: ['--yes'], says: [/--yes needs --repo and --secret/] },
  'a script has no key': {
    args: ['--yes', '--secret', 'K'],
    says: [/there is no key: set the variable K, or pipe the key in/],
  },
  'the key is something else': {
    args: ['--yes', '--secret', 'K'],
    environment: { K: 'export K=sk-1 KEY' },
    says: [/the key has white space in it/],
  },
}

describeWithGh('what keeps a repository from being set up', () => {
  test.each(Object.keys(MISSING))('%s: every line says what to do, and nothing changes', async (name) => {
    const { code, notes, changes } = await attempt(MISSING[name], REPO)
    for (const says of MISSING[name]?.says ?? [/never/]) expect(notes).toMatch(says)
    expect([code, changes]).toEqual([1, 'none'])
  })

  test.each(Object.keys(REFUSED))('%s: one sentence says what to do', async (name) => {
    const { args = [] } = REFUSED[name] ?? {}
    const named = name === 'a script names no repository' || args.includes('--repo') || args.includes('--dir')
    const { code, notes } = await attempt(REFUSED[name], named ? [] : REPO.slice(0, 2))
    for (const says of REFUSED[name]?.says ?? [/never/]) expect(notes).toMatch(says)
    expect(notes).not.toMatch(/\n +at |ghp_/)
    expect(code).toBe(['nobody is signed in', 'the token is wrong'].includes(name) ? 4 : 1)
  })

  test.each([
    [
      'GH_ENTERPRISE_TOKEN',
      403,
      /the token in GH_ENTERPRISE_TOKEN may not: unset the variable, or set one that may/,
    ],
    ['nothing', 422, /`gh` did not store the secret K: /],
  ])('that a secret is refused is said, with %s and %d', async (_, status, says) => {
    const { github, run } = await initScene()
    github.failNext(/^PUT .*secrets/, status)
    const { code, notes } = await run([...REPO.slice(0, 2), '--yes', '--secret', 'K'], {
      environment: { K: 'sk' },
    })
    expect(notes).toMatch(says)
    expect(code).toBe(1)
  })

  test('what is there is not asked for again', async () => {
    const scene = await initScene()
    scene.github.setOrganizationSecret({ organization: 'acme', name: 'ANTHROPIC_API_KEY', value: 'sk-2' })
    await commit(scene, '.github/prentice.yaml', 'draft: true\n')
    const { code, notes } = await scene.run(REPO)
    expect(notes).toContain('the organisation has a secret ANTHROPIC_API_KEY that this repository can read')
    expect(notes).toContain('there is a settings file, which stays as it is')
    expect(notes).not.toMatch(/Store the secret|triggers:/)
    expect(code).toBe(0)
  })
})

async function attempt(
  { prepare, as, environment = {}, args = [] }: Case = { says: [] },
  common: readonly string[],
) {
  const scene = await initScene()
  await prepare?.(scene)
  const before = scene.snapshot()
  const person = as === undefined ? {} : scene.as(as)
  const ran = await scene.run([...common, ...args], { environment: { ...person, ...environment } })
  return { ...ran, changes: scene.snapshot() === before ? 'none' : 'some' }
}
