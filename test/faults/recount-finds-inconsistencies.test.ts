import { expect, onTestFinished, test } from 'vitest'
import { jobListKeys, jobQueueKeys } from '../../src/app/job-store/job-commit.ts'
import { jobKeys } from '../../src/app/job-store/job-record.ts'
import { messageKeys } from '../../src/app/job-store/messages.ts'
import { openAppServer } from '../support/app/open-app-server.ts'
import { recount } from '../support/world/check-indexes.ts'

test('an index too few, one too many, a lost prompt and a look-up to nowhere', async () => {
  const server = await openAppServer()
  onTestFinished(() => server.close())
  const made = await server.call('POST', `/v2/agent/${server.project}/job`, { body: { prompt: 'x' } })
  const key = { project: server.project, job: String(made.json.id) }
  const databaseUrl = `sqlite:${server.database}`
  const { jobs, wrong } = await recount(databaseUrl)
  expect([jobs.map(({ id }) => id), wrong]).toEqual([[key.job], []])

  const createdAt = Date.parse(String(made.json.createdAt))
  await server.store.commit({
    del: [jobListKeys.entry(key, 'active', createdAt), messageKeys.record(key.job, 1)],
    set: [
      { key: jobQueueKeys.due(key, 1), value: '' },
      { key: jobKeys.ofWorkflowRun(1234, 5), value: JSON.stringify({ ...key, job: 'job_gone' }) },
    ],
  })
  expect((await recount(databaseUrl)).wrong).toEqual([
    expect.stringMatching(/^by\/.* is missing instead of ""$/),
    expect.stringMatching(/^due\/0000000000001\/.* is left over$/),
    'wr/1234/5 leads to job job_gone, which is not there',
    `msg/${key.job}/000001 is missing`,
  ])
})
