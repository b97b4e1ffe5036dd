import { expect, test } from 'vitest'
import { paceLines } from '../../../scripts/demo/pace-lines.ts'
import { stabilizeLines } from '../../../scripts/demo/stabilize-lines.ts'

const pullRequest = 'pull request  http://127.0.0.1:4000/sandbox-org/prentice/pull/1'
const USED = 'used          2 steps'

test('two recordings of one story give the same lines', () => {
  const slow = stabilizeLines([
    'job     job_01m811pxpjf21r1mh7474methg in sandbox-org/my.checkout-2',
    '  run queued',
    '  run dispatching',
    '  run dispatched',
    '  workflow run http://127.0.0.1:34311/sandbox-org/prentice/actions/runs/7000117',
    '    \u001b[2mrunner: Claim the run\u001b[22m',
    '    \u001b[2mrunner: Prepare the work tree\u001b[22m',
    '  run running',
    '    \u001b[2mrunner: Let the agent work\u001b[22m',
    pullRequest.replace('4000', '34311'),
    USED,
    'model   a script.',
  ])
  const fast = stabilizeLines([
    'job     job_01m811y6ypecxry23znzrmf7fk in sandbox-org/prentice',
    '  run queued',
    '  run dispatched',
    '  workflow run http://127.0.0.1:43473/sandbox-org/prentice/actions/runs/7000104',
    '    \u001b[2mrunner: Claim the run\u001b[22m',
    '  run running',
    '    \u001b[2mrunner: Prepare the work tree\u001b[22m',
    '    \u001b[2mrunner: Let the agent work\u001b[22m',
    '  run delivered',
    pullRequest.replace('4000', '43473'),
    USED,
  ])
  expect(slow).toEqual(fast)
  expect(fast).toEqual([
    'job     job_01m7xk4ymke8m8qhxhtq1qmf80 in sandbox-org/prentice',
    '  run queued',
    '  run dispatched',
    '  workflow run http://127.0.0.1:4000/sandbox-org/prentice/actions/runs/7000104',
    '    \u001b[2mrunner: Claim the run\u001b[22m',
    '  run running',
    '    \u001b[2mrunner: Prepare the work tree\u001b[22m',
    '    \u001b[2mrunner: Let the agent work\u001b[22m',
    pullRequest,
    USED,
  ])
})

test('a state whose cause was not recorded stays in its place', () => {
  const lines = ['run queued', 'run running', pullRequest, USED]
  expect(stabilizeLines(lines)).toEqual(lines)
})

test('a demo without a pull request is no picture', () => {
  expect(() => stabilizeLines(['run failed', USED])).toThrow('no pull request')
})

test('lines of one block appear together, steps slower, and what follows the agent last', () => {
  const paced = paceLines([
    '    \u001b[2mrunner: Let the agent work\u001b[22m',
    '  run publishing',
    '    \u001b[2mrunner: Push the branch\u001b[22m',
    '',
    'diff',
  ])
  const times = paced.map(({ appearsAfterSeconds }) => appearsAfterSeconds)
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  expect(pauses.map((pause) => pause.toFixed(2))).toEqual(['1.40', '0.45', '0.08', '0.08'])
})
