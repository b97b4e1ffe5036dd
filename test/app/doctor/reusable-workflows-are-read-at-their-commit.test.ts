import { expect, test } from 'vitest'
import { checkReusableWorkflows } from '../../../src/app/doctor/check-server.ts'

const SHA = '8f4b7f84864484a7bf31766abe9204da3cbe65b3'
const FILE = '.github/workflows/prentice.yml'
const NAME = `acme/.github/${FILE}@${SHA}`
const REUSABLE = `
on: { workflow_call: { inputs: { run: { type: string } } } }
jobs:
  prentice:
    steps:
      - uses: acme/prentice@${SHA}
        with: { run: a, app-url: https://prentice.example.com }
`

async function findingsOf(text: string | null, isInstalled = true) {
  const read: unknown[] = []
  const found = await checkReusableWorkflows({
    github: {
      findInstallation: async () =>
        isInstalled ? { id: 3, account: { id: 7, login: 'acme' }, suspended: false, permissions: {} } : null,
      readWorkflowFile: async (...asked) => {
        read.push(asked)
        return text
      },
    },
    publicUrl: 'https://prentice.example.com',
    actionRef: { repository: 'acme/prentice', ref: 'v1', version: null },
    reusableWorkflows: [{ repository: 'acme/.github', file: FILE, sha: SHA }],
  })
  return { found, read }
}

test('the file at the named commit matches the server', async () => {
  const { found, read } = await findingsOf(REUSABLE)
  expect(read).toEqual([[{ installationId: 3, owner: 'acme', name: '.github' }, FILE, SHA]])
  expect(found).toEqual([{ check: 'reusable', status: 'ok', text: `${NAME} can be called`, todo: null }])
})

test('each mistake in the file is named', async () => {
  const { found } = await findingsOf(
    REUSABLE.replace('acme/prentice', 'evil/prentice').replace('run: a, ', ''),
  )
  expect(found).toEqual([
    {
      check: 'reusable',
      status: 'fail',
      text: `${NAME}: neither a step nor a called workflow is given \`run\``,
      todo: 'commit what `npm run --silent workflow -- reusable` prints, and name that commit in REUSABLE_WORKFLOWS',
    },
  ])
})

test('a commit without the file fails', async () => {
  expect((await findingsOf(null)).found).toMatchObject([
    { status: 'fail', text: `${NAME}: there is no such file at that commit` },
  ])
})

test('a repository on which the App is not installed cannot be read', async () => {
  const { found, read } = await findingsOf(REUSABLE, false)
  expect(read).toEqual([])
  expect(found).toEqual([
    {
      check: 'reusable',
      status: 'warn',
      text: `${NAME} could not be read, since the App is not installed on acme/.github`,
      todo: 'compare it with what `npm run --silent workflow -- reusable` prints, or install the App there',
    },
  ])
})
