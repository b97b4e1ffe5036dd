import { expect, test } from 'vitest'
import { finish, greetTheMoon } from '../../../support/whole-run/calls.ts'
import { openWorld } from '../../../support/whole-run/in-process-world.ts'

test('a follow-up starts from the earlier work and keeps the pull request', async () => {
  const { start, app, github, model } = await openWorld({ calls: [greetTheMoon, finish()] })
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com']
  const earlier = github.git(...identity, 'commit-tree', '-p', 'main', '-m', 'Earlier turn', 'main^{tree}')
  github.git('branch', 'prentice/x1', earlier)
  github.pullRequests.push({ head: 'prentice/x1', base: 'main' })
  const run = await start().ended
  expect(run.code).toBe(0)
  expect(run.outputs).toMatchObject({ status: 'completed', 'pr-number': '7' })
  expect(github.git('rev-parse', 'prentice/x1~1')).toBe(earlier)
  expect(github.pullRequests).toHaveLength(1)
  expect(app.results).toMatchObject([{ outcome: 'published', published: { pullRequest: 7 } }])
  expect(JSON.stringify(model.getRequests()[0]?.body)).toContain('working branch of the earlier turns')
})

test('a follow-up that finishes the work of a run without a description gives title and body', async () => {
  const { start, github } = await openWorld({ calls: [greetTheMoon, finish()] })
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com']
  github.git(
    ...['branch', 'prentice/x1'],
    github.git(...identity, 'commit-tree', '-p', 'main', '-m', 'Unfinished', 'main^{tree}'),
  )
  await github.openPull({
    ...{ head: 'prentice/x1', base: 'main', title: 'Unfinished work by Prentice' },
    body: 'The run ended before the agent could describe its work. The run reached its limit of 3 steps.\n\nCloses #12',
  })
  expect((await start().ended).code).toBe(0)
  expect(github.pullRequests).toMatchObject([
    {
      title: 'Greet the moon',
      body: expect.stringMatching(/^The greeting now names the moon\.\n\nCloses #12/),
    },
  ])
})
