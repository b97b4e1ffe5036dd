import { expect, test } from 'vitest'
import type { Progress } from '../../../../../src/app/job-store/read-progress.ts'
import { createLog } from '../../../../../src/app/log/create-log.ts'
import { createJobWatch } from '../../../../../src/app/timers/job-watch.ts'
import { startAppServer } from '../../../../support/app/app-server.ts'
import { note } from '../../../../support/app/claimed-runner.ts'
import { until } from '../../../../support/world/jobs.ts'
import { watchedJob } from './watched-job.ts'

test('a viewer joins the shared poller only after it has caught up', async () => {
  const app = await startAppServer()
  const { key, runner } = await watchedJob(app)
  const watch = createJobWatch({ store: app.store, ...createLog('silent') })
  const seen: (Progress | null)[] = []
  const leave = watch.join(key, '', (progress) => seen.push(progress))
  await runner.report(note('1'))
  const place = await until(
    'the event',
    () => seen.flatMap((one) => one?.batches ?? []).at(-1)?.place ?? null,
  )

  expect(watch.join(key, '', () => {})).toBeNull()
  const other = watch.join(key, place, () => {})
  expect(other).toBeTypeOf('function')
  other?.()
  leave?.()
  // Nobody watches any more, so nothing has been told.
  const again = watch.join(key, '', () => {})
  expect(again).toBeTypeOf('function')
  again?.()
})
