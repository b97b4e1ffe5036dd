import { expect, test } from 'vitest'
import { updateJob } from '../../../../src/app/job-store/update-job.ts'
import { archiveJob } from '../../../../src/app/jobs/archive-job.ts'
import { purgeArchivedJob } from '../../../../src/app/jobs/purge-archived-job.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { startAppServer } from '../../../support/app/app-server.ts'
import { watchedJob } from './events/watched-job.ts'

test('a missing patch has a reason: unknown run, open run, run without a patch, deleted patch', async () => {
  const app = await startAppServer()
  const { path, key, deps, runner } = await watchedJob(app)
  const ask = async (run: string) => {
    const { status, json } = await app.call('GET', `${path}/runs/${run}/patch`)
    return [status, json.error]
  }
  expect(await ask('1')).toEqual([404, 'run 1 has no patch: it has not ended'])
  expect(await ask('2')).toEqual([404, 'this job has no run "2"; it has only run 1'])
  expect(await ask('x')).toEqual([404, 'this job has no run "x"; it has only run 1'])

  await runner.finish('done')
  const saved = 'run 1 has no patch: only work that could not be published is saved'
  expect(await ask('1')).toEqual([404, saved])
  await app.call('POST', `${path}/message`, { body: { prompt: 'more' } })
  expect(await ask('1')).toEqual([404, saved])
  expect(await ask('3')).toEqual([404, 'this job has no run "3"; it has runs 1 to 2'])

  await archiveJob(deps, key, A_TEST)
  await updateJob(deps, key, (job) => ({
    transition: { kind: 'applied', job: { ...job, cleanups: [] }, ended: null },
    outcome: null,
  }))
  app.clock.at += 30 * 86_400_000
  await purgeArchivedJob(deps, key)
  for (const run of ['1', '2'])
    expect(await ask(run)).toEqual([
      404,
      `the patch of run ${run}, if it had one, was deleted with its archived job`,
    ])
})
