import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkWorkflowFile } from '../../../src/app/onboarding/check-workflow-file.ts'

const SHA = '8f4b7f84864484a7bf31766abe9204da3cbe65b3'
const config = {
  publicUrl: 'https://prentice.example.com',
  actionRef: { repository: 'acme/prentice', ref: 'v1', version: null },
  reusableWorkflows: [],
}

const STANDALONE =
  'it is the workflow file of standalone mode, so that a comment or label gets two answers, of this workflow and of the GitHub App: replace all of it'

const template = readFileSync('docs/standalone.yml', 'utf8').replace(/uses: .*/, `uses: Acme/prentice@${SHA}`)

test('the finding says that the workflow file is that of standalone mode', () => {
  expect(checkWorkflowFile(template, config)).toEqual([STANDALONE])
})

test.each([
  ['issue_comment: {}', 'prompt: x', true],
  ['issues: { types: [labeled] }', 'prompt: x, app-url: ""', true],
  ['schedule: [{ cron: "0 6 * * 1" }]', 'prompt: x', false],
  ['issue_comment: {}', `prompt: x, app-url: ${config.publicUrl}`, false],
  ['issue_comment: {}', `run: x, app-url: ${config.publicUrl}`, false],
])('a file with %s and %s: %s', (event, inputs, isStandalone) => {
  const file = `
on: { workflow_dispatch: {}, ${event} }
jobs: { a: { steps: [{ uses: acme/prentice@v1, with: { ${inputs} } }] } }
`
  expect(checkWorkflowFile(file, config).includes(STANDALONE)).toBe(isStandalone)
})

test('a standalone workflow is recognised by its step, whatever other steps and inputs it has', () => {
  const file = `
on: { issue_comment: {} }
jobs:
  lint: { uses: ./.github/workflows/lint.yml }
  prentice: { steps: [{ uses: actions/checkout@v5 }, { run: make }, { uses: acme/prentice@v1 }] }
`
  expect(checkWorkflowFile(file, config)).toEqual([STANDALONE])
})

test('a workflow that reacts to comments with another action is not that of standalone mode', () => {
  const file = 'on: { issue_comment: {} }\njobs: { a: { steps: [{ uses: acme/greet@v1 }] } }\n'
  expect(checkWorkflowFile(file, config)).not.toContain(STANDALONE)
})
