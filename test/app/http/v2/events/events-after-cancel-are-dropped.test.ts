import { expect, test } from 'vitest'
import type { JobStore } from '../../../../../src/app/job-store/update-job.ts'
import { cancelJob } from '../../../../../src/app/jobs/cancel-job.ts'
import { createLog } from '../../../../../src/app/log/create-log.ts'
import { recordEvents } from '../../../../../src/app/runs/record-events.ts'
import { A_TEST } from '../../../../support/app/actors.ts'
import { startAppServer } from '../../../../support/app/app-server.ts'
import { note, SECRET } from '../../../../support/app/claimed-runner.ts'
import { names, openStream } from '../../../../support/app/open-stream.ts'
import { watchedJob } from './watched-job.ts'

/** Does something between the reading of what events stand on and their commit, once. */
function before(deps: JobStore, act: () => Promise<unknown>): JobStore {
  let isDone = false
  return {
    ...deps,
    store: {
      ...deps.store,
      commit: async (commit) => {
        if (!isDone && commit.set?.some(({ key }) => key.startsWith('ev/'))) {
          isDone = true
          await act()
        }
        return deps.store.commit(commit)
      },
    },
  }
}

test('events that lose the race against a cancel are not stored', async () => {
  const app = await startAppServer()
  const { path, key, deps, runner } = await watchedJob(app)
  await runner.report(note('before'))
  const live = await openStream(app, path)
  await live.until(({ id }) => id === '1-1')

  const late = before(deps, async () => {
    await cancelJob(deps, key, A_TEST)
    await live.rest()
  })
  const at = new Date(app.clock.at).toISOString()
  const request = { events: [{ seq: 2, at, event: note('late') }], acknowledged: 0 }
  expect(await recordEvents({ ...late, ...createLog('silent') }, runner.run, SECRET, request)).toEqual({
    kind: 'recorded',
    messages: [],
    stop: true,
  })
  const after = await openStream(app, path)
  await after.rest()
  expect(names(live.frames)).toEqual(['job', 'note 1-1', 'job'])
  expect(names(after.frames)).toEqual(names(live.frames))
})
