import { expect, it } from 'vitest'
import { type ExpectedClaimant, verifyClaimant } from '../../../../src/app/domain/verify-claimant.ts'
import { type Changed, oidcWorld } from './oidc-issuer.ts'

const EXPECTED: ExpectedClaimant = {
  repositoryId: 1296269,
  repositoryOwnerId: 7,
  workflowFile: 'prentice.yml',
  defaultBranch: 'main',
  workflowRunId: 500,
  actorId: 4242,
  reusableWorkflows: [],
}

async function judge(changed: Changed, expected: Partial<ExpectedClaimant> = {}) {
  const { verify, mint } = await oidcWorld()
  const verified = await verify(await mint(changed))
  if (verified.kind !== 'verified') throw new Error(JSON.stringify(verified))
  return verifyClaimant(verified.identity, { ...EXPECTED, ...expected })
}

const workflow = (workflow_ref: string, job_workflow_ref = workflow_ref) => ({
  workflow_ref,
  job_workflow_ref,
})
const OWN = 'acme/hello/.github/workflows/prentice.yml@refs/heads/main'

it.each<[string, Changed, Partial<ExpectedClaimant>]>([
  ['the run we dispatched', {}, {}],
  ['it while its id is not known yet', { run_id: '777' }, { workflowRunId: null }],
  ['it after the repository was renamed', workflow(OWN.replace('acme/hello', 'new/name')), {}],
  ['it whatever the form of its subject', { sub: 'repo:acme/hello:ref:refs/heads/main' }, {}],
  ['a run that registered by hand', { actor_id: '9', actor: 'ann' }, { actorId: null }],
  ['a scheduled run that registered', { event_name: 'schedule', actor_id: '9' }, { actorId: 9 }],
  [
    'a branch with slashes',
    { ref: 'refs/heads/a/b', ...workflow('acme/hello/.github/workflows/prentice.yml@refs/heads/a/b') },
    { defaultBranch: 'a/b' },
  ],
])('takes %s', async (_, changed, expected) => {
  expect(await judge(changed, expected)).toBeNull()
})

it.each<[string, Changed, string]>([
  ['another repository', { repository_id: '99' }, 'repository 99'],
  [
    'another repository under our name',
    { repository: 'acme/hello', repository_id: '1296270' },
    'repository 1296270',
  ],
  ['a repository that has changed hands', { repository_owner_id: '8' }, 'account 8'],
  ['another workflow file', workflow(OWN.replace('prentice', 'evil')), 'evil.yml'],
  [
    'our file name in another folder',
    workflow('acme/hello/x/.github/workflows/prentice.yml@refs/heads/main'),
    'x/.github',
  ],
  ['our file on another branch', workflow(OWN.replace('main', 'evil')), 'refs/heads/evil'],
  ['a tag named like the branch', workflow(OWN.replace('heads', 'tags')), 'refs/tags/main'],
  ['another branch', { ref: 'refs/heads/evil' }, 'refs/heads/evil'],
  [
    'a job in a reusable workflow',
    workflow(OWN, 'evil/shared/.github/workflows/prentice.yml@refs/heads/main'),
    'reusable',
  ],
  ['our file called by another workflow', workflow(OWN.replace('prentice', 'evil'), OWN), 'evil.yml'],
  ['a re-run', { run_attempt: '2' }, 'attempt 2'],
  ['another workflow run', { run_id: '501' }, 'workflow run 501'],
  ['another actor', { actor: 'prentice[bot]', actor_id: '9' }, 'account 9'],
  ['a pull request', { event_name: 'pull_request' }, 'pull_request'],
  ['a pull request of a fork in our context', { event_name: 'pull_request_target' }, 'pull_request_target'],
  ['a comment', { event_name: 'issue_comment' }, 'issue_comment'],
  ['the end of another workflow', { event_name: 'workflow_run' }, 'workflow_run'],
  ['a push', { event_name: 'push' }, 'push'],
])('refuses %s', async (_, changed, why) => {
  expect(await judge(changed)).toContain(why)
})

it('refuses a scheduled workflow run for a dispatched run without a known id', async () => {
  expect(await judge({ event_name: 'schedule' }, { workflowRunId: null })).toContain('schedule')
})
