import { expect, test } from 'vitest'
import { openWorld } from '../../support/whole-run/in-process-world.ts'

test('a runner with Windows is refused before anything is asked', async () => {
  const { start, app, model } = await openWorld({ calls: [] })
  const run = await start({ env: { RUNNER_OS: 'Windows' } }).ended
  expect(run.code).toBe(1)
  expect(run.log).toContain('needs a runner with Linux or macOS: set `runs-on`, for example to ubuntu-latest')
  expect(app.calls).toEqual([])
  expect(model.getRequests()).toEqual([])
})
