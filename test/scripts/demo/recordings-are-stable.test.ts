import { expect, test } from 'vitest'
import { paceLines } from '../../../scripts/demo/pace-lines.ts'
import { stabilizeLines } from '../../../scripts/demo/stabilize-lines.ts'

const recording = (...lines: [at: number, text: string][]) => lines.map(([at, text]) => ({ at, text }))

const pullRequest = 'pull request  http://127.0.0.1:4000/sandbox-org/prentice/pull/1'

test('two recordings of one story give the same lines at the same pace', () => {
  const slow = recording(
    [700, 'job     job_01m811pxpjf21r1mh7474methg in sandbox-org/prentice'],
    [720, '  run queued'],
    [850, '  run dispatching'],
    [980, '  run dispatched'],
    [1300, '    \u001b[2mrunner: Claim the run\u001b[22m'],
    [1450, '    \u001b[2mrunner: Prepare the work tree\u001b[22m'],
    [1490, '  run running'],
    [3300, '    \u001b[2mrunner: Let the agent work\u001b[22m'],
    [3400, pullRequest.replace('4000', '34311')],
    [3400, '{'],
  )
  const fast = recording(
    [500, 'job     job_01m811y6ypecxry23znzrmf7fk in sandbox-org/prentice'],
    [510, '  run queued'],
    [640, '  run dispatched'],
    [900, '    \u001b[2mrunner: Claim the run\u001b[22m'],
    [980, '  run running'],
    [1010, '    \u001b[2mrunner: Prepare the work tree\u001b[22m'],
    [2300, '    \u001b[2mrunner: Let the agent work\u001b[22m'],
    [2390, '  run delivered'],
    [2420, pullRequest.replace('4000', '43473')],
  )
  expect(paceLines(stabilizeLines(slow))).toEqual(paceLines(stabilizeLines(fast)))
})

test('ports and job ids are replaced', () => {
  const lines = stabilizeLines(
    recording(
      [0, 'job     job_01m811pxpjf21r1mh7474methg in sandbox-org/prentice'],
      [1, 'pull request  http://127.0.0.1:34311/sandbox-org/prentice/pull/1'],
    ),
  )
  expect(lines.map(({ text }) => text)).toEqual([
    'job     job_01m7xk4ymke8m8qhxhtq1qmf80 in sandbox-org/prentice',
    pullRequest,
  ])
})

test('a state whose cause was not recorded stays in its place', () => {
  const lines = recording([0, 'run queued'], [1, 'run running'], [2, pullRequest])
  expect(stabilizeLines(lines)).toEqual(lines)
})

test('a demo without a pull request is no picture', () => {
  expect(() => stabilizeLines(recording([0, 'run failed']))).toThrow('no pull request')
})
