import { expect, test } from 'vitest'
import { finish } from '../../../support/whole-run/calls.ts'
import { openWorld } from '../../../support/whole-run/in-process-world.ts'

test('a run without a change pushes nothing and reports that the branch is absent', async () => {
  const { start, app, github } = await openWorld({
    calls: [finish({ summary: 'It greets the moon already.' })],
  })
  const run = await start().ended
  expect(run.code).toBe(0)
  expect(run.outputs).toMatchObject({ status: 'completed', reason: 'no-change', 'pr-url': '', branch: '' })
  expect(app.calls).toEqual(['claim', 'result'])
  expect(app.results).toMatchObject([
    { outcome: 'no-change', headSha: null, summary: 'It greets the moon already.' },
  ])
  expect(github.git('branch', '--format=%(refname:short)')).toBe('main')
})
