import { expect, test } from 'vitest'
import {
  type ExpectedClaimant,
  expectedClaimant,
  hasChangedHands,
  type RunnerIdentity,
  verifyClaimant,
} from '../../../src/app/domain/verify-claimant.ts'
import { events } from './run-events.ts'

const OWN = 'o/r/.github/workflows/prentice.yml@refs/heads/main'
const { workflow } = events.dispatching.plan
const EXPECTED = expectedClaimant(workflow, 500, { reusableWorkflows: [] })

const identity = (over: Partial<RunnerIdentity> = {}): RunnerIdentity => ({
  repositoryId: 7,
  repositoryOwnerId: 9,
  repositoryVisibility: 'private',
  ref: 'refs/heads/main',
  sha: 'a'.repeat(40),
  eventName: 'workflow_dispatch',
  workflowRef: OWN,
  jobWorkflowRef: OWN,
  jobWorkflowSha: null,
  workflowRunId: 500,
  runAttempt: 1,
  actorId: 41,
  actor: 'prentice[bot]',
  ...over,
})

const inFile = (ref: string): Partial<RunnerIdentity> => ({ workflowRef: ref, jobWorkflowRef: ref })

test('a dispatched run has one expected claimant', () => {
  const reusableWorkflows = [
    { repository: 'o/.github', file: '.github/workflows/x.yml', sha: 'c'.repeat(40) },
  ]
  expect(expectedClaimant(workflow, null, { reusableWorkflows })).toEqual({
    repositoryId: 7,
    repositoryOwnerId: 9,
    workflowFile: 'prentice.yml',
    defaultBranch: 'main',
    workflowRunId: null,
    actorId: 41,
    reusableWorkflows,
  })
})

test.each<[string, Partial<RunnerIdentity>, Partial<ExpectedClaimant>]>([
  ['the workflow run that was dispatched', {}, {}],
  ['any workflow run while its id is unknown', { workflowRunId: 777 }, { workflowRunId: null }],
  ['any actor where anybody may start it', { actorId: 1 }, { actorId: null }],
  ['a schedule whose workflow run is known', { eventName: 'schedule' }, {}],
  ['the repository under a new name', inFile(OWN.replace('o/r/', 'new/name/')), {}],
])('%s may claim', (_, over, expected) => {
  expect(verifyClaimant(identity(over), { ...EXPECTED, ...expected })).toBeNull()
})

const FILE = '.github/workflows/prentice.yml@refs/heads/main'

test.each<[Partial<RunnerIdentity>, Partial<ExpectedClaimant>, string]>([
  [{ repositoryId: 8 }, {}, 'it runs in repository 8, not in 7'],
  [{ repositoryOwnerId: 8 }, {}, 'its repository belongs to account 8, not to 9'],
  [{ ref: 'refs/heads/next' }, {}, 'it runs on refs/heads/next, not on refs/heads/main'],
  [
    inFile(OWN.replace('prentice', 'other')),
    {},
    `its workflow is .github/workflows/other.yml@refs/heads/main, not ${FILE}`,
  ],
  [inFile('o/r/x/.github/prentice.yml'), {}, `its workflow is x/.github/prentice.yml, not ${FILE}`],
  [
    { jobWorkflowRef: 'o/shared/.github/workflows/x.yml@v1' },
    {},
    'its job stands in the reusable workflow o/shared/.github/workflows/x.yml@v1, which REUSABLE_WORKFLOWS of the server does not name',
  ],
  [{ eventName: 'push' }, {}, 'it was started by the event push'],
  [{ eventName: 'schedule' }, { workflowRunId: null }, 'it was started by schedule, not by a dispatch'],
  [{ runAttempt: 2 }, {}, 'it is attempt 2; only the first may claim'],
  [{ workflowRunId: 501 }, {}, 'it is workflow run 501, not 500'],
  [{ actorId: 1 }, {}, 'it was started by account 1, not by 41'],
])('%j may not claim', (over, expected, why) => {
  expect(verifyClaimant(identity(over), { ...EXPECTED, ...expected })).toBe(why)
})

test('only the expected workflow run in a repository of another account counts as transferred', () => {
  expect(hasChangedHands(identity({ repositoryOwnerId: 8 }), EXPECTED)).toBe(true)
  expect(hasChangedHands(identity(), EXPECTED)).toBe(false)
  expect(hasChangedHands(identity({ repositoryOwnerId: 8, workflowRunId: 501 }), EXPECTED)).toBe(false)
})
