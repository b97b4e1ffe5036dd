import { expect, test } from 'vitest'
import { checkReusableWorkflow, parseReusableWorkflow } from '../../../src/app/domain/reusable-workflow.ts'

const SHA = '8f4b7f84864484a7bf31766abe9204da3cbe65b3'
const OTHER = 'c'.repeat(40)
const FILE = '.github/workflows/prentice.yml'
const NAMED = { repository: 'acme/.github', file: FILE, sha: SHA }
const REF = `acme/.github/${FILE}@refs/heads/main`

test.each([
  [`acme/.github/${FILE}@${SHA}`, NAMED],
  [`acme/.github/${FILE}@${SHA.toUpperCase()}`, NAMED],
  [`acme/.github/${FILE}@${OTHER.replace('c', '0')}`, { ...NAMED, sha: OTHER.replace('c', '0') }],
  [
    `9-x/a_b.c/.github/workflows/x-1.2.yaml@${SHA}`,
    { repository: '9-x/a_b.c', file: '.github/workflows/x-1.2.yaml', sha: SHA },
  ],
])('%s is a reusable workflow', (text, workflow) => {
  expect(parseReusableWorkflow(text)).toEqual(workflow)
})

test.each([
  '',
  `${FILE}@${SHA}`,
  `acme/${FILE}@${SHA}`,
  `-acme/.github/${FILE}@${SHA}`,
  `acme//${FILE}@${SHA}`,
  `acme/.github/${FILE}`,
  `acme/.github/${FILE}@v1`,
  `acme/.github/${FILE}@${SHA.slice(1)}`,
  `acme/.github/${FILE}@${SHA}0`,
  `acme/.github/${FILE}@${'g'.repeat(40)}`,
  `acme/.github/${FILE}@${'0'.repeat(40)}`,
  `acme/.github/.github/workflows/prentice.json@${SHA}`,
  `acme/.github/.github/workflows/prenticeyml@${SHA}`,
  `acme/.github/.github/workflows/x/prentice.yml@${SHA}`,
  `acme/.github/.github/workflows/.@${SHA}`,
  `acme/.github/xgithub/workflows/prentice.yml@${SHA}`,
  `see acme/.github/${FILE}@${SHA}`,
  `acme/.github/${FILE}@${SHA} `,
])('%j is not a reusable workflow', (text) => {
  expect(parseReusableWorkflow(text)).toBeNull()
})

test.each([
  [REF, SHA],
  [REF, SHA.toUpperCase()],
  [`Acme/.GitHub/${FILE}@v1`, SHA],
  [`acme/.github/${FILE}@feature/a.b`, SHA],
])('a job in %s at %s may claim', (ref, sha) => {
  expect(checkReusableWorkflow(ref, sha, [NAMED])).toBeNull()
})

test.each([
  'evil/.github/.github/workflows/prentice.yml@v1',
  'acme/other/.github/workflows/prentice.yml@v1',
  'acme/.github/.github/workflows/Prentice.yml@v1',
  'acme/.github/.github/workflows/prentice.yml',
  'acme/.github/.github/workflows/prentice.yml@x.yml@v1',
  'acme/.github/x/.github/workflows/prentice.yml@v1',
  '',
  '@v1',
])('the file of %j is not trusted', (ref) => {
  expect(checkReusableWorkflow(ref, SHA, [NAMED])).toBe(
    `its job stands in the reusable workflow ${ref}, which REUSABLE_WORKFLOWS of the server does not name`,
  )
})

test('another or an unknown commit of a trusted file may not claim', () => {
  expect(checkReusableWorkflow(REF, OTHER, [NAMED])).toBe(
    `its reusable workflow ${REF} is at commit ${OTHER}, and the named commit is ${SHA}`,
  )
  expect(checkReusableWorkflow(REF, null, [NAMED, { ...NAMED, sha: OTHER }])).toBe(
    `its reusable workflow ${REF} is at an unknown commit, and the named commits are ${SHA} and ${OTHER}`,
  )
  expect(checkReusableWorkflow(REF, OTHER, [NAMED, { ...NAMED, sha: OTHER }])).toBeNull()
})
