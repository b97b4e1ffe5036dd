import { expect, test } from 'vitest'
import { readWorkflowConfig } from '../../../src/app/config/read-config.ts'

const SHA = '8f4b7f84864484a7bf31766abe9204da3cbe65b3'
const FILE = '.github/workflows/prentice.yml'
const read = (REUSABLE_WORKFLOWS: string) =>
  readWorkflowConfig({ PUBLIC_URL: 'https://prentice.example.com', REUSABLE_WORKFLOWS })

test('no reusable workflow is trusted by default', () => {
  expect(read('')).toMatchObject({ config: { reusableWorkflows: [] } })
})

test('the operator can name several reusable workflows, each with its commit', () => {
  const text = `acme/.github/${FILE}@${SHA}, Umbrella/ci/.github/workflows/run.yaml@${'AB'.repeat(20)}`
  expect(read(text)).toMatchObject({
    config: {
      reusableWorkflows: [
        { repository: 'acme/.github', file: FILE, sha: SHA },
        { repository: 'Umbrella/ci', file: '.github/workflows/run.yaml', sha: 'ab'.repeat(20) },
      ],
    },
  })
})

test.each([
  `acme/.github/${FILE}`,
  `acme/.github/${FILE}@v1`,
  `acme/.github/${FILE}@refs/heads/main`,
  `acme/.github/${FILE}@${SHA.slice(0, 12)}`,
  `acme/.github/${FILE}@${SHA}0`,
  `acme/.github/${FILE}@${'0'.repeat(40)}`,
  `acme/${FILE}@${SHA}`,
  `./${FILE}@${SHA}`,
  `acme/.github/workflows/prentice.yml@${SHA}`,
  `acme/.github/.github/workflows/sub/prentice.yml@${SHA}`,
  `acme/.github/${FILE}@evil.yml@${SHA}`,
  `https://github.com/acme/.github/${FILE}@${SHA}`,
])('%s refuses to start, with a message that shows the form', (text) => {
  expect(read(text)).toEqual({
    kind: 'invalid',
    problems: [
      `REUSABLE_WORKFLOWS: ${text} is not a reusable workflow at a commit; write it as owner/name/.github/workflows/FILE@SHA, with the full SHA of the commit`,
    ],
  })
})
