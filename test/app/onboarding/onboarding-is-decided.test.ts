import { expect, test } from 'vitest'
import { decideOnboarding, type OnboardingFacts } from '../../../src/app/onboarding/decide-onboarding.ts'

const WRITTEN = 'a'.repeat(40)
const OTHER = 'b'.repeat(40)
const NEW: OnboardingFacts = {
  isArchived: false,
  hasWorkflow: false,
  runsElsewhere: false,
  mayWriteWorkflows: true,
  pull: null,
  branchHead: null,
  isCurrent: false,
}
const PULL = {
  number: 3,
  url: 'https://x',
  state: 'open',
  merged: false,
  isOurs: true,
  writtenSha: WRITTEN,
  body: '',
  isWithdrawn: false,
} as const
const WITHDRAWN = { ...PULL, state: 'closed', isWithdrawn: true } as const
const OPEN = { ...NEW, pull: PULL, branchHead: WRITTEN, isCurrent: true }

const step = (facts: OnboardingFacts, change: Partial<OnboardingFacts> = {}) => {
  const decided = decideOnboarding({ ...facts, ...change })
  return decided.kind === 'nothing' ? decided.why : decided.kind
}

test.each<[string, OnboardingFacts, Partial<OnboardingFacts>, string]>([
  ['a new repository', NEW, {}, 'open'],
  ['without the permission for workflow files', NEW, { mayWriteWorkflows: false }, 'link'],
  ['that is archived', NEW, { isArchived: true }, 'archived'],
  ['that has the file', NEW, { hasWorkflow: true }, 'has-workflow'],
  ['that has the file, and an open pull request', OPEN, { hasWorkflow: true }, 'has-workflow'],
  ['whose branch an interrupted attempt has written', NEW, { branchHead: WRITTEN, isCurrent: true }, 'open'],
  ['whose branch somebody else has written', NEW, { branchHead: OTHER }, 'branch-taken'],
  ['with a pull request of somebody else', OPEN, { pull: { ...PULL, isOurs: false } }, 'branch-taken'],
  ['with an open pull request', OPEN, {}, 'waits-for-merge'],
  ['with an open pull request that is out of date', OPEN, { isCurrent: false }, 'refresh'],
  ['that others have pushed to', OPEN, { isCurrent: false, branchHead: OTHER }, 'changed-by-others'],
  ['whose branch was deleted', OPEN, { isCurrent: false, branchHead: null }, 'changed-by-others'],
  [
    'whose text was replaced',
    OPEN,
    { isCurrent: false, pull: { ...PULL, writtenSha: null } },
    'changed-by-others',
  ],
  [
    'whose permission was taken away',
    OPEN,
    { isCurrent: false, mayWriteWorkflows: false },
    'waits-for-merge',
  ],
  ['of an account with a runner repository', NEW, { runsElsewhere: true }, 'runs-elsewhere'],
  ['whose account has named a runner repository since', OPEN, { runsElsewhere: true }, 'withdraw'],
  ['whose closing was interrupted', OPEN, { runsElsewhere: true, pull: WITHDRAWN }, 'withdraw'],
  ['that is closed', OPEN, { runsElsewhere: true, pull: WITHDRAWN, branchHead: null }, 'runs-elsewhere'],
  [
    'that a person has opened again',
    OPEN,
    { runsElsewhere: true, pull: { ...WITHDRAWN, state: 'open' } },
    'runs-elsewhere',
  ],
  [
    'that others have pushed to, of such an account',
    OPEN,
    { runsElsewhere: true, branchHead: OTHER },
    'runs-elsewhere',
  ],
  [
    'whose text was replaced, of such an account',
    OPEN,
    { runsElsewhere: true, pull: { ...PULL, writtenSha: null } },
    'runs-elsewhere',
  ],
  [
    'that a person declined, of such an account',
    OPEN,
    { runsElsewhere: true, pull: { ...PULL, state: 'closed' } },
    'runs-elsewhere',
  ],
  [
    'of such an account, without the permission',
    OPEN,
    { runsElsewhere: true, mayWriteWorkflows: false },
    'runs-elsewhere',
  ],
  ['whose account has no runner repository any more', NEW, { pull: WITHDRAWN }, 'open'],
  ['that was declined', OPEN, { pull: { ...PULL, state: 'closed' } }, 'declined'],
  [
    'that was declined, and out of date',
    OPEN,
    { isCurrent: false, pull: { ...PULL, state: 'closed' } },
    'declined',
  ],
  ['that was declined, without the branch', NEW, { pull: { ...PULL, state: 'closed' } }, 'declined'],
  [
    'declined without the permission',
    NEW,
    { mayWriteWorkflows: false, pull: { ...PULL, state: 'closed' } },
    'declined',
  ],
  [
    'whose file was removed after the merge',
    NEW,
    { pull: { ...PULL, state: 'closed', merged: true } },
    'removed',
  ],
])('%s', (_, facts, change, expected) => {
  expect(step(facts, change)).toBe(expected)
})
