import { expect, test } from 'vitest'
import { nameForAccount } from '../../../src/app/ops/name-runner-repository.ts'
import { readRunnerRepository } from '../../../src/app/projects/runner-repository.ts'
import { RETENTION } from '../../support/app/retention.ts'
import { dispatchingGithub, useCases } from '../../support/app/use-cases.ts'

const PATH = '.github/workflows/prentice.yml'
const RUNNER = {
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

/** Names the repository `docs` of `acme`, whose workflow file GitHub shows so. */
async function name({ file = WORKFLOW as string | null, state = 'active' as string | null } = {}) {
  const github = {
    ...dispatchingGithub([], { readRepository: async () => RUNNER, isProtected: async () => true }),
    readWorkflowFile: async (_: unknown, path: string) => (path === PATH ? file : null),
    readWorkflowState: async () => state,
  }
  const world = await useCases(github)
  await world.projects.add({ id: 11, account: { id: 77, login: 'acme' } }, [RUNNER])
  const deps = {
    ...world,
    ...{ github, auditMs: RETENTION.auditMs, publicUrl: 'https://prentice.example', reusableWorkflows: [] },
    actionRef: { repository: 'acme/prentice', ref: 'v1', version: null },
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

test.each([
  [
    'without the workflow file',
    { file: null },
    `acme/docs cannot be used: it has no ${PATH} on its branch main. Add it with \`npm run onboard -- --match acme/docs\`, or paste the output of \`npm run --silent workflow\` into https://github.com/acme/docs/new/main?filename=.github%2Fworkflows%2Fprentice.yml. Then run the command again.`,
  ],
  [
    'with another workflow file',
    { file: 'on: push\njobs: {}\n' },
    expect.stringMatching(
      /^acme\/docs cannot be used: its \.github\/workflows\/prentice\.yml .+\. Correct it at https:\/\/github\.com\/acme\/docs\/edit\/main\/\.github\/workflows\/prentice\.yml/,
    ),
  ],
  [
    'whose workflow is disabled',
    { state: 'disabled_manually' },
    'acme/docs cannot be used: its workflow is disabled_manually. Enable it at https://github.com/acme/docs/actions/workflows/prentice.yml. Then run the command again.',
  ],
])('a repository %s is refused with the next step, and nothing changes', async (_, given, expected) => {
  const { outcome, named } = await name(given)
  expect(outcome).toEqual(expected)
  expect(named).toBeNull()
})
