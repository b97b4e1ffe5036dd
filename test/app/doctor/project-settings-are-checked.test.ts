import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkNotify } from '../../../src/app/doctor/check-account.ts'
import { checkProjects, type ProjectChecks } from '../../../src/app/doctor/check-projects.ts'
import type { Finding } from '../../../src/app/doctor/finding.ts'
import type { OrganisationFile } from '../../../src/app/github/repository.ts'
import type { ListedPull } from '../../../src/app/github/rest/onboard.ts'
import { describeWithdrawn } from '../../../src/app/onboarding/describe-onboarding.ts'
import { TEMPLATE_PATH } from '../../../src/app/onboarding/read-account-workflow.ts'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import type { SettingsFile } from '../../../src/settings/settings-files.ts'
import { settingsFile } from '../../support/settings-file.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const account = { id: 7, login: 'acme' }
const repository = {
  ...{ id: 5, owner: account, name: 'pets', private: true, archived: false },
  ...{ defaultBranch: 'main', url: 'https://github.com/acme/pets' },
}
const WORKFLOW = `
run-name: Prentice \${{ inputs.run }}
on: { workflow_dispatch: { inputs: { run: { type: string } } } }
permissions: { id-token: write }
jobs: { prentice: { steps: [{ uses: acme/prentice@v1, with: { run: a, app-url: https://prentice.example.com } }] } }
`

const BOT = { slug: 'p', clientId: 'Iv1', botId: 41, botLogin: 'p[bot]', botEmail: '41+p[bot]@x' }
const PULL: ListedPull = {
  ...{ number: 3, url: 'https://github.com/acme/pets/pull/3', body: null },
  ...{ state: 'open', merged: false, authorId: BOT.botId },
}

async function findingsFor(
  files: readonly SettingsFile[],
  {
    check = 'project',
    organisation = { kind: 'absent' } as OrganisationFile,
    runner = null as Awaited<ReturnType<ProjectChecks['checkRunner']>>,
    workflow = WORKFLOW as string | null,
    template = null as string | null,
    pull = null as ListedPull | null,
    checkBudgets = (async () => []) as ProjectChecks['checkBudgets'],
    checkNotify = (async () => []) as ProjectChecks['checkNotify'],
  } = {},
): Promise<Finding[]> {
  const github: ProjectChecks['github'] = {
    listInstallations: async () => [{ id: 1, account, suspended: false, permissions: {} }],
    listRepositories: async () => [repository],
    identity: async () => BOT,
    findPull: async () => pull,
    readWorkflowFile: async () => workflow,
    readAccountFile: async (_, path) => (path === TEMPLATE_PATH ? template : null),
    readWorkflowState: async () => 'active',
    readSettings: async () => files,
    readOrganisationFile: async () => organisation,
  }
  const checks = checkProjects({
    github,
    publicUrl: 'https://prentice.example.com',
    actionRef: { repository: 'acme/prentice', ref: 'v1', version: null },
    reusableWorkflows: [],
    inspectAction: async () => ({ kind: 'ok' as const, isPrivate: false }),
    isAllowed: () => true,
    checkBudgets,
    checkRunner: async () => runner,
    checkNotify,
    needed: {},
  })
  const found: Finding[] = []
  for await (const finding of checks) if (finding.check === check) found.push(finding)
  return found
}

test('invalid settings fail, with every mistake', async () => {
  expect(await findingsFor(settingsFile('stepz: 1\ndraft: 2\n'))).toEqual([
    {
      check: 'project',
      status: 'fail',
      text: expect.stringMatching(
        /^acme\/pets, \.github\/prentice\.yml: line 1, column 1: stepz is not a setting: .*; line 2, column 8: draft must be true or false$/,
      ),
      todo: 'fix the file, see docs/settings.md',
    },
  ])
})

test('settings in two files, and settings that are too large, fail', async () => {
  const [file] = settingsFile('draft: true\n')
  if (file === undefined) throw new Error('there is a file')
  const [both] = await findingsFor([file, { ...file, path: '.github/prentice.yaml' }])
  expect(both).toMatchObject({ status: 'fail', text: expect.stringContaining('prentice.yaml exists too') })
  const [large] = await findingsFor([{ ...file, text: null }])
  expect(large).toMatchObject({ status: 'fail', text: expect.stringContaining('larger than 64 KiB') })
})

test('with a runner repository, the others need no workflow file', async () => {
  const finding = {
    check: 'runner',
    status: 'ok',
    text: 'acme: all work runs elsewhere',
    todo: null,
  } as const
  const runner = { finding, repositoryId: 6 }
  const options = { runner, workflow: null }
  expect(await findingsFor([], { ...options, check: 'runner' })).toEqual([finding])
  expect(await findingsFor([], options)).toMatchObject([{ status: 'ok', text: 'acme/pets can be worked on' }])
  expect(await findingsFor([], { ...options, runner: { finding, repositoryId: 5 } })).toMatchObject([
    {
      status: 'fail',
      text: 'acme/pets has no .github/workflows/prentice.yml on its default branch; it is the runner repository of acme, whose jobs cannot start',
    },
  ])
})

test('a template of the organisation that cannot be used is a warning', async () => {
  expect(await findingsFor([], { check: 'template', template: WORKFLOW })).toEqual([])
  const template = WORKFLOW.replace('on: {', 'on: { push: {},')
  expect(await findingsFor([], { check: 'template', template })).toMatchObject([
    {
      status: 'warn',
      text: 'acme: the template workflow-templates/prentice.yml in acme/.github cannot be used: its triggers include push; only workflow_dispatch and schedule are allowed',
      todo: expect.stringContaining('no repository is onboarded'),
    },
  ])
})

test('a webhook that the settings name and that does not exist is a warning', async () => {
  const databaseUrl = `sqlite:${join(temporaryFolder(), 'prentice.db')}`
  const find = () =>
    findingsFor(settingsFile('notify: [{ webhook: team-chat }]\n'), {
      checkNotify: (...asked) => checkNotify({ databaseUrl, keyPepper: null }, ...asked),
    })
  // That there is no database is the finding of another check.
  expect(await find()).toMatchObject([{ status: 'ok' }])
  await (await openStore(databaseUrl)).close()
  expect(await find()).toEqual([
    {
      check: 'project',
      status: 'warn',
      text: 'acme/pets can be worked on; settings: notify: no webhook called "team-chat" covers this project',
      todo: 'correct `notify` or the webhook, see docs/webhooks.md',
    },
  ])
})

test('valid settings, and no settings, pass', async () => {
  for (const text of ['draft: true\n', null]) {
    expect(await findingsFor(settingsFile(text))).toMatchObject([
      { status: 'ok', text: 'acme/pets can be worked on' },
    ])
  }
})

test.each([
  ['draft: true\n', 'acme: all are on'],
  ['capabilities: { comments: true, reviews: false, watch: false }\n', 'acme: switched off: reviews, watch'],
])('the capabilities of the organisation: %j', async (text, told) => {
  const found = await findingsFor([], { check: 'capabilities', organisation: { kind: 'file', text } })
  expect(found).toMatchObject([{ status: 'ok', text: told }])
})

test.each<[string, OrganisationFile, Partial<Finding>[]]>([
  ['no file', { kind: 'absent' }, []],
  [
    'a valid file',
    { kind: 'file', text: 'limits: { steps: 5 }\n' },
    [{ status: 'ok', text: 'acme/.github, prentice.yml holds for all projects of the account' }],
  ],
  [
    'commands',
    { kind: 'file', text: 'checks: [npm test]\n' },
    [
      {
        status: 'fail',
        text: 'acme/.github, prentice.yml: line 1, column 1: checks is a setting of single repositories, not of an organisation',
      },
    ],
  ],
])('the settings of the organisation: %s', async (_, organisation, expected) => {
  expect(await findingsFor([], { check: 'organisation', organisation })).toMatchObject(expected)
})

test.each<[string, ListedPull | null, { text: RegExp; todo: RegExp }]>([
  ['a command opens the pull request', null, { text: /default branch$/, todo: /^`npm run onboard` opens / }],
  [
    'the open pull request waits',
    PULL,
    { text: /default branch$/, todo: /^merge \S+\/pull\/3, which adds it$/ },
  ],
  [
    'a pull request of somebody else is not named',
    { ...PULL, authorId: 5 },
    { text: /default branch$/, todo: /^`npm run onboard` opens / },
  ],
  [
    'a closed pull request is not opened again',
    { ...PULL, state: 'closed' },
    { text: /pull\/3, which added it, was closed$/, todo: /^add the file yourself, or remove / },
  ],
  [
    'a pull request that a runner repository had made needless is opened again',
    { ...PULL, state: 'closed', body: describeWithdrawn('') },
    { text: /default branch$/, todo: /^`npm run onboard` opens / },
  ],
  [
    'the file was removed after the merge',
    { ...PULL, state: 'closed', merged: true },
    { text: /was merged, and the file was removed later$/, todo: /^add the file yourself/ },
  ],
])('without a workflow file, %s', async (_, pull, { text, todo }) => {
  expect(await findingsFor([], { workflow: null, pull })).toMatchObject([
    { status: 'warn', text: expect.stringMatching(text), todo: expect.stringMatching(todo) },
  ])
})

test('while the file of the organisation is invalid, the budgets of the last valid one are checked', async () => {
  const asked: unknown[] = []
  const organisation: OrganisationFile = { kind: 'file', text: 'checks: [npm test]\n' }
  const [finding] = await findingsFor([], {
    check: 'budget',
    organisation,
    checkBudgets: async (_, settings) => {
      asked.push(settings)
      return [{ check: 'budget', status: 'ok', text: 'acme, docs: 1.00 of 10 US dollars', todo: null }]
    },
  })
  expect([asked, finding?.status]).toEqual([[null], 'ok'])
})
