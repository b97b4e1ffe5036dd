import { expect, test } from 'vitest'
import { checkWorkflowFile } from '../../../src/app/onboarding/check-workflow-file.ts'

const SHA = '8f4b7f84864484a7bf31766abe9204da3cbe65b3'
const publicUrl = 'https://prentice.example.com'
const actionRef = { repository: 'acme/prentice', ref: 'v1', version: null }

const problemsOf = (uses: string): string[] =>
  checkWorkflowFile(
    `
run-name: Prentice \${{ inputs.run }}
on: { workflow_dispatch: { inputs: { run: { type: string } } } }
permissions: { id-token: write }
jobs:
  prentice:
    steps:
      - ${uses}
        with: { run: a, app-url: ${publicUrl} }
`,
    { publicUrl, actionRef, reusableWorkflows: [] },
  )

test.each([
  'acme/prentice@v1',
  `acme/prentice@${SHA}`,
  `acme/prentice@${SHA.toUpperCase()} # v1.2.3`,
  // GitHub ignores the case of names.
  `Acme/Prentice@${SHA}`,
])('uses: %s is accepted', (uses) => {
  expect(problemsOf(`uses: ${uses}`)).toEqual([])
})

test.each([
  [`other/prentice@${SHA}`, `\`uses\` is "other/prentice@${SHA}" and should name acme/prentice`],
  ['../doctor/', '`uses` is "../doctor/" and should name acme/prentice'],
  ['acme/prentice/sub@v1', '`uses` is "acme/prentice/sub@v1" and should name acme/prentice'],
  ['acme/prentice@v2', '`uses` names v2 and should name v1 or the full SHA of a commit'],
  ['acme/prentice@main', '`uses` names main and should name v1 or the full SHA of a commit'],
  ['acme/prentice@V1', '`uses` names V1 and should name v1 or the full SHA of a commit'],
  [
    `acme/prentice@${'0'.repeat(40)} # VERSION`,
    `\`uses\` names ${'0'.repeat(40)} and should name v1 or the full SHA of a commit`,
  ],
])('uses: %s is reported', (uses, problem) => {
  expect(problemsOf(`uses: ${uses}`)).toEqual([problem])
})

test('a step without `uses` is reported', () => {
  expect(problemsOf('run: true')).toEqual(['`uses` is null and should name acme/prentice'])
})
