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
