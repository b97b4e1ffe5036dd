import { expect, test } from 'vitest'
import { holdRequest } from '../../../../sandbox/github/faults/hold-request.ts'
import { finish, greetTheMoon } from '../../../support/whole-run/calls.ts'
import { openWorld } from '../../../support/whole-run/in-process-world.ts'

test('a branch whose pull request GitHub refuses is named in the outputs and in the summary', async () => {
  const { start, github } = await openWorld({ calls: [greetTheMoon, finish()], forbidPulls: true })
  const run = await start().ended
  expect(run.code).toBe(1)
  expect(run.outputs).toMatchObject({
    ...{ status: 'failed', reason: 'pull-request-refused', 'pr-url': '', 'pr-number': '' },
    ...{ branch: 'prentice/x1', 'head-sha': github.git('rev-parse', 'prentice/x1') },
  })
  expect(run.summary).toContain('Branch <code>prentice/x1</code>, without a pull request')
})

test('a base that was renamed or deleted while the run worked is named', async () => {
  const { start, github } = await openWorld({
    calls: [greetTheMoon, finish()],
    answersWhen: async (turn) => {
      if (turn === 1) github.git('branch', '-m', 'main', 'trunk')
    },
  })
  const run = await start().ended
  expect(run.outputs).toMatchObject({ reason: 'pull-request-refused', branch: 'prentice/x1' })
  expect(run.log).toContain(
    'GitHub refused the pull request: its base main no longer exists, since it was renamed or deleted. The branch was pushed.',
  )
  expect(github.pullRequests).toEqual([])
})

test('a run that is cancelled before its pull request names the branch, and logs no stack', async () => {
  const { start, github } = await openWorld({ calls: [greetTheMoon, finish()] })
  const opening = holdRequest(
    github.state,
    ({ method, path }) => method === 'POST' && path.endsWith('/pulls'),
  )
  const action = start()
  await opening.arrived
  action.kill('SIGTERM')
  const run = await action.ended
  expect(run.outputs).toMatchObject({ status: 'cancelled', branch: 'prentice/x1', 'pr-number': '' })
  expect(run.log).toContain(
    '::error::Cancelled by the runner (SIGTERM). Commits that were already pushed remain',
  )
  expect(run.log).not.toContain('Stopped: ')
})
