import { expect, test } from 'vitest'
import { GithubRefused } from '../../../src/app/github/errors.ts'
import type { InstalledRepository } from '../../../src/app/github/repository.ts'
import { nameForAccount } from '../../../src/app/ops/name-runner-repository.ts'
import { addProjects } from '../../../src/app/projects/installed-projects.ts'
import { readRunnerRepository } from '../../../src/app/projects/runner-repository.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { RETENTION } from '../../support/app/retention.ts'
import { dispatchingGithub, useCases } from '../../support/app/use-cases.ts'

const PATH = '.github/workflows/prentice.yml'
const RUNNER: InstalledRepository = {
  ...{ id: 1234, name: 'docs', owner: { id: 77, login: 'acme' }, private: true, visibility: 'private' },
  ...{ archived: false, defaultBranch: 'main', url: 'https://github.com/acme/docs' },
}
const WORKFLOW = `run-name: Prentice \${{ inputs.run }}
on:
  workflow_dispatch:
    inputs: { run: { type: string } }
permissions: { contents: read, id-token: write }
jobs:
  prentice:
    runs-on: ubuntu-latest
    steps:
      - uses: acme/prentice@v1
        with: { app-url: 'https://prentice.example', run: '\${{ inputs.run }}' }
`

interface Seen extends Partial<InstalledRepository> {
  readonly file?: string | null
  readonly state?: string | null
  readonly isProtected?: boolean
  readonly refusal?: GithubRefused
}

/** Names the repository `docs` of `acme`, which GitHub shows so. */
async function name({ file = WORKFLOW, state = 'active', isProtected = true, refusal, ...over }: Seen = {}) {
  async function readRepository() {
    if (refusal !== undefined) throw refusal
    return { ...RUNNER, ...over }
  }
  const github = {
    ...dispatchingGithub([], { readRepository, isProtected: async () => isProtected }),
    readWorkflowFile: async (_: unknown, path: string) => (path === PATH ? file : null),
    readWorkflowState: async () => state,
  }
  const world = await useCases(github)
  await addProjects(world, { id: 11, account: { id: 77, login: 'acme' } }, [RUNNER])
  const deps = {
    ...world,
    ...{ github, auditMs: RETENTION.auditMs, publicUrl: 'https://prentice.example', reusableWorkflows: [] },
    actionRef: { repository: 'acme/prentice', ref: 'v1', version: null },
    inspectAction: async () => ({ kind: 'ok' as const, isPrivate: false }),
  }
  const given = { account: 'acme', repository: 'acme/docs', allowsSetup: false, by: 'root' }
  const outcome = await nameForAccount(deps, given).then(
    (lines) => lines[0],
    (error: Error) => error.message,
  )
  return { outcome, named: await readRunnerRepository(world.store, 77) }
}

test('a repository with the workflow file is named', async () => {
  const { outcome, named } = await name()
  expect([outcome, named?.repositoryId]).toEqual([
    expect.stringContaining('All work for acme runs in https://github.com/acme/docs'),
    1234,
  ])
})

const NO_FILE = `- It has no ${PATH} on its branch main. Add it with \`npm run onboard -- --match acme/docs\`, or paste the output of \`npm run --silent workflow\` into https://github.com/acme/docs/new/main?filename=.github%2Fworkflows%2Fprentice.yml`
const PUBLIC =
  '- It is not private, and everybody who can read it can read the logs of all runs. Make it private: https://github.com/acme/docs/settings'
const ARCHIVED =
  '- It is archived, and GitHub starts no workflows in it. Unarchive it: https://github.com/acme/docs/settings'
const UNPROTECTED =
  '- No rule protects its default branch main from changes without a review, and anyone who can change its workflow file can read the secret of the model. Add a ruleset that requires pull requests with reviews: https://github.com/acme/docs/settings/rules. For private repositories, GitHub needs a paid plan.'

test.each<[string, Seen, readonly unknown[]]>([
  ['without the workflow file', { file: null }, [NO_FILE]],
  [
    'with another workflow file',
    { file: 'on: push\njobs: {}\n' },
    [
      expect.stringMatching(
        /^- Its \.github\/workflows\/prentice\.yml is not right: .+\. Correct it at https:\/\/github\.com\/acme\/docs\/edit\/main\/\.github\/workflows\/prentice\.yml/,
      ),
    ],
  ],
  [
    'whose workflow is disabled',
    { state: 'disabled_manually' },
    [
      '- Its workflow is disabled_manually. Enable it at https://github.com/acme/docs/actions/workflows/prentice.yml',
    ],
  ],
  [
    'whose workflow GitHub does not know',
    { state: null },
    [
      '- Its workflow is unknown to GitHub. Enable it at https://github.com/acme/docs/actions/workflows/prentice.yml',
    ],
  ],
  ['that is public', { private: false, visibility: 'public' }, [PUBLIC]],
  ['that is archived', { archived: true }, [ARCHIVED]],
  ['without protection', { isProtected: false }, [UNPROTECTED]],
  [
    'that misses everything',
    { file: null, isProtected: false, archived: true, visibility: 'internal' },
    [PUBLIC, ARCHIVED, UNPROTECTED, NO_FILE],
  ],
  [
    'of another account, whatever else it misses,',
    { owner: { id: 78, login: 'evil' }, file: null, isProtected: false },
    ['- It belongs to another account. Name a repository of this account.'],
  ],
])('a repository %s is refused with each next step, and nothing changes', async (_, seen, missing) => {
  const { outcome, named } = await name(seen)
  expect(outcome?.split('\n')).toEqual([
    ...['acme/docs cannot be used yet:', ...missing, 'Then run the command again.'],
  ])
  expect(named).toBeNull()
})

test('a refusal of GitHub is shown with its next step, and nothing changes', async () => {
  const { outcome, named } = await name({ refusal: new GithubRefused(reason('app-suspended')) })
  expect([outcome, named]).toEqual([
    'acme/docs cannot be used yet: The installation of the GitHub App is suspended. Ask an owner to unsuspend it on the settings page of the installation, then run the command again.',
    null,
  ])
})
