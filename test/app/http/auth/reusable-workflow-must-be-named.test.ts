import { expect, test } from 'vitest'
import { type ExpectedClaimant, verifyClaimant } from '../../../../src/app/domain/verify-claimant.ts'
import { type Changed, oidcWorld } from './oidc-issuer.ts'

const SHA = '8f4b7f84864484a7bf31766abe9204da3cbe65b3'
const OTHER_SHA = 'f'.repeat(40)
const FILE = '.github/workflows/prentice.yml'
const NAMED = [{ repository: 'acme/.github', file: FILE, sha: SHA }]
const EXPECTED: ExpectedClaimant = {
  repositoryId: 1296269,
  repositoryOwnerId: 7,
  workflowFile: 'prentice.yml',
  defaultBranch: 'main',
  workflowRunId: 500,
  actorId: 4242,
  reusableWorkflows: NAMED,
}

/** A token of the project's own file, whose job stands in the file that it calls. */
async function judge(changed: Changed, reusableWorkflows = EXPECTED.reusableWorkflows) {
  const { verify, mint } = await oidcWorld()
  const called = { job_workflow_ref: `acme/.github/${FILE}@${SHA}`, job_workflow_sha: SHA }
  const verified = await verify(await mint({ ...called, ...changed }))
  if (verified.kind !== 'verified') throw new Error(JSON.stringify(verified))
  return verifyClaimant(verified.identity, { ...EXPECTED, reusableWorkflows })
}

test.each<[string, Changed]>([
  ['the named file at the named commit', {}],
  // A ref is only a name: the commit decides.
  ['it, called by a tag of that commit', { job_workflow_ref: `acme/.github/${FILE}@refs/tags/v1` }],
  ['names in another case', { job_workflow_ref: `Acme/.GitHub/${FILE}@${SHA}` }],
  [
    'a job in the file of the project itself',
    { job_workflow_ref: `acme/hello/${FILE}@refs/heads/main`, job_workflow_sha: undefined },
  ],
])('%s may claim', async (_, changed) => {
  expect(await judge(changed)).toBeNull()
})

test.each<[string, Changed, string]>([
  [
    'another commit',
    { job_workflow_sha: OTHER_SHA },
    `at commit ${OTHER_SHA}, and the named commit is ${SHA}`,
  ],
  [
    'another commit under the named one as its ref',
    { job_workflow_ref: `acme/.github/${FILE}@${SHA}`, job_workflow_sha: OTHER_SHA },
    `at commit ${OTHER_SHA}`,
  ],
  ['no commit', { job_workflow_sha: undefined }, 'at an unknown commit'],
  ['another repository', { job_workflow_ref: `evil/.github/${FILE}@${SHA}` }, 'evil/.github'],
  [
    'another file of the repository',
    { job_workflow_ref: `acme/.github/.github/workflows/evil.yml@${SHA}` },
    'evil.yml',
  ],
  [
    'a file with a name in another case',
    { job_workflow_ref: `acme/.github/.github/workflows/Prentice.yml@${SHA}` },
    'Prentice.yml',
  ],
  [
    'a file whose name continues the named one',
    { job_workflow_ref: `acme/.github/${FILE}@evil.yml@refs/heads/main` },
    'prentice.yml@evil.yml',
  ],
  [
    'the file in another folder',
    { job_workflow_ref: `acme/.github/x/${FILE}@${SHA}` },
    'acme/.github/x/.github',
  ],
  [
    'a call from another workflow file',
    { workflow_ref: 'acme/hello/.github/workflows/evil.yml@refs/heads/main' },
    'its workflow is .github/workflows/evil.yml',
  ],
  [
    'a call from another branch',
    { ref: 'refs/heads/evil', workflow_ref: `acme/hello/${FILE}@refs/heads/evil` },
    'it runs on refs/heads/evil',
  ],
])('%s is refused', async (_, changed, why) => {
  expect(await judge(changed)).toContain(why)
})

test('every reusable workflow is refused if none is configured', async () => {
  expect(await judge({}, [])).toBe(
    `its job stands in the reusable workflow acme/.github/${FILE}@${SHA}, which REUSABLE_WORKFLOWS of the server does not name`,
  )
})

test('two commits of a reusable workflow can be configured during an upgrade', async () => {
  const both = [...NAMED, { repository: 'acme/.github', file: FILE, sha: OTHER_SHA }]
  for (const job_workflow_sha of [SHA, OTHER_SHA]) expect(await judge({ job_workflow_sha }, both)).toBeNull()
  expect(await judge({ job_workflow_sha: 'e'.repeat(40) }, both)).toContain(
    `at commit ${'e'.repeat(40)}, and the named commits are ${SHA} and ${OTHER_SHA}`,
  )
})
