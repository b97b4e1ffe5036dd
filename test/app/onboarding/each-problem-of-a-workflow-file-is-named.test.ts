import { expect, test } from 'vitest'
import {
  checkReusableWorkflowFile,
  checkWorkflowFile,
} from '../../../src/app/onboarding/check-workflow-file.ts'

const config = {
  publicUrl: 'https://prentice.example.com',
  actionRef: { repository: 'acme/prentice', ref: 'v1', version: null },
  reusableWorkflows: [],
}

const GOOD = {
  name: `run-name: Prentice \${{ inputs.run }}`,
  on: 'on: { workflow_dispatch: { inputs: { run: { type: string } } } }',
  permissions: 'permissions: { id-token: write }',
  job: '',
  url: 'https://prentice.example.com',
}

/** What is reported of a workflow file that differs from a good one in this. */
function problemsOf(other: Partial<typeof GOOD>): string[] {
  const { name, on, permissions, job, url } = { ...GOOD, ...other }
  const file = `
${name}
${on}
${permissions}
jobs:
  prentice:
    ${job}
    steps:
      - uses: actions/checkout@v5
      - uses: acme/prentice@v1
        with: { run: a, app-url: ${url} }
`
  return checkWorkflowFile(file, config)
}

const NO_ID_TOKEN = '`permissions` lacks `id-token: write`'
const CONCURRENCY = '`concurrency` lets GitHub cancel runs that wait; take it out'

test.each<Partial<typeof GOOD>>([
  {},
  { permissions: 'permissions: write-all' },
  { permissions: '', job: 'permissions: { id-token: write }' },
  { url: 'https://prentice.example.com//' },
  {
    on: `on: { workflow_call: {}, workflow_dispatch: { inputs: { run: { type: string } } } }`,
  },
])('%o is accepted', (other) => {
  expect(problemsOf(other)).toEqual([])
})

test.each<[Partial<typeof GOOD>, string]>([
  [{ name: 'run-name: Prentice' }, 'the line `run-name` is missing'],
  [{ on: 'on: { push: {} }' }, '`on.workflow_dispatch` lacks the input `run`'],
  [{ permissions: 'permissions: { id-token: read }' }, NO_ID_TOKEN],
  [{ permissions: 'permissions: read-all' }, NO_ID_TOKEN],
  [{ permissions: 'permissions:' }, NO_ID_TOKEN],
  [{ job: 'permissions: { contents: read }' }, NO_ID_TOKEN],
  [{ job: 'concurrency: prentice' }, CONCURRENCY],
  [{ permissions: 'permissions: write-all\nconcurrency: prentice' }, CONCURRENCY],
  [{ url: '7' }, '`app-url` is 7 and should be https://prentice.example.com'],
])('%o is reported', (other, problem) => {
  expect(problemsOf(other)).toEqual([problem])
})

test('a step without an address is reported', () => {
  const file = `
${GOOD.name}
${GOOD.on}
${GOOD.permissions}
jobs: { prentice: { steps: [{ uses: acme/prentice@v1, with: { run: a } }] } }
`
  expect(checkWorkflowFile(file, config)).toEqual([
    '`app-url` is null and should be https://prentice.example.com',
  ])
})

test('a file that is no workflow is named, also where a reusable one is needed', () => {
  expect(checkWorkflowFile('on: push', config)).toEqual(['it is not a workflow that can be dispatched (on)'])
  expect(checkReusableWorkflowFile('on: push', config)).toEqual([
    'it is not a workflow that can be called (on)',
  ])
})

test.each([
  ['ANTHROPIC_OIDC_AUDIENCE', 'https://prentice.example.com'],
  ['OPENAI_WIF_AUDIENCE', ' https://Prentice.example.com/ '],
  ['OPENROUTER_OIDC_AUDIENCE', 'https://prentice.example.com'],
])('an audience for providers of models is not the server: %s', (name, value) => {
  const problem = `\`${name}\` is the address of this server: name an audience of the model's provider`
  const job = (given: string) =>
    `env: { ${name}: '${given}', OTHER_AUDIENCE: 'https://prentice.example.com' }`
  expect(problemsOf({ job: job(value) })).toEqual([problem])
  expect(problemsOf({ permissions: `${GOOD.permissions}\n${job(value)}` })).toEqual([problem])
  expect(problemsOf({ job: job('https://api.anthropic.com') })).toEqual([])
  expect(problemsOf({ job: 'env: nothing' })).toEqual([])
})
