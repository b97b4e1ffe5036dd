import { expect, test } from 'vitest'
import {
  checkReusableWorkflowFile,
  checkWorkflowFile,
} from '../../../src/app/onboarding/check-workflow-file.ts'

const SHA = '8f4b7f84864484a7bf31766abe9204da3cbe65b3'
const FILE = '.github/workflows/prentice.yml'
const config = {
  publicUrl: 'https://prentice.example.com',
  actionRef: { repository: 'acme/prentice', ref: SHA, version: null },
  reusableWorkflows: [{ repository: 'acme/.github', file: FILE, sha: SHA }],
}

const calling = (uses: string) => `
run-name: Prentice \${{ inputs.run }}
on: { workflow_dispatch: { inputs: { run: { type: string } } } }
permissions: { id-token: write }
jobs:
  prentice:
    uses: ${uses}
    with: { run: "\${{ inputs.run }}" }
    secrets: inherit
`

const reusable = `
on: { workflow_call: { inputs: { run: { type: string } } } }
permissions: { id-token: write }
jobs:
  prentice:
    steps:
      - uses: acme/prentice@${SHA}
        with: { run: "\${{ inputs.run }}", app-url: https://prentice.example.com }
`

test.each([`acme/.github/${FILE}@${SHA}`, `Acme/.github/${FILE}@${SHA.toUpperCase()}`])(
  'a file that calls %s is accepted',
  (uses) => {
    expect(checkWorkflowFile(calling(uses), config)).toEqual([])
  },
)

test.each([
  `acme/.github/${FILE}@v1`,
  `acme/.github/${FILE}@${'f'.repeat(40)}`,
  `evil/.github/${FILE}@${SHA}`,
  `acme/.github/.github/workflows/other.yml@${SHA}`,
  `./${FILE}`,
])('a file that calls %s is reported', (uses) => {
  expect(checkWorkflowFile(calling(uses), config)).toEqual([
    `the job calls "${uses}", which REUSABLE_WORKFLOWS does not name`,
  ])
})

test('the finding says that the file of a project is a reusable workflow', () => {
  expect(checkWorkflowFile(reusable, config)).toEqual([
    'it is a reusable workflow, which other workflows call: to work on this repository, too, give it another file name',
  ])
})

test.each<[string, string, string]>([
  ['{ run: { type: string } }', '{}', '`on.workflow_dispatch` lacks the input `run`'],
  ['run-name:', 'name:', 'the line `run-name` is missing'],
  ['id-token: write', 'contents: read', '`permissions` lacks `id-token: write`'],
  ['with: { run:', 'with: { prompt:', 'neither a step nor a called workflow is given `run`'],
  ['jobs:', 'concurrency: a\njobs:', '`concurrency` lets GitHub cancel runs that wait; take it out'],
])('a calling file with %s changed is reported', (part, change, problem) => {
  const text = calling(`acme/.github/${FILE}@${SHA}`)
  expect(text).toContain(part)
  expect(checkWorkflowFile(text.replace(part, change), config)).toEqual([problem])
})

test('a reusable workflow is accepted with and without a `permissions` key', () => {
  expect(checkReusableWorkflowFile(reusable, config)).toEqual([])
  // Then it has those of the file that calls it.
  expect(checkReusableWorkflowFile(reusable.replace(/^permissions.*$/m, ''), config)).toEqual([])
})

test.each<[string, string, string]>([
  [
    'workflow_call: { inputs: { run: { type: string } } }',
    'workflow_call: {}',
    '`on.workflow_call` lacks the input `run`',
  ],
  ['workflow_call', 'push', '`on.workflow_call` lacks the input `run`'],
  ['id-token: write', 'contents: read', '`permissions` lacks `id-token: write`'],
  ['acme/prentice', 'evil/prentice', `\`uses\` is "evil/prentice@${SHA}" and should name acme/prentice`],
  [
    'prentice.example.com',
    'other.example.com',
    '`app-url` is "https://other.example.com" and should be https://prentice.example.com',
  ],
  ['with: { run:', 'with: { prompt:', 'neither a step nor a called workflow is given `run`'],
  ['jobs:', 'concurrency: a\njobs:', '`concurrency` lets GitHub cancel runs that wait; take it out'],
])('a reusable workflow with %s changed is reported', (part, change, problem) => {
  expect(reusable).toContain(part)
  expect(checkReusableWorkflowFile(reusable.replace(part, change), config)).toEqual([problem])
})
