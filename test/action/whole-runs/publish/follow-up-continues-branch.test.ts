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
