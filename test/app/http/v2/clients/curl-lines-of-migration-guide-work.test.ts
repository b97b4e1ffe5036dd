import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { AgentJob } from '../../../../../src/contract/job.ts'
import { type AppServer, startAppServer } from '../../../../support/app/app-server.ts'
import { command } from '../../../../support/processes/run-to-end.ts'
import { whileJobsEnd } from './with-finishing-jobs.ts'

/** As a hosted service with this interface documents its three calls. */
const CREATE = `curl --request POST --url {base}/v2/agent/{projectId}/job --header 'Authorization: Bearer <token>' --header 'Content-Type: application/json' --data '{"prompt": "<string>"}'`
const GET = `curl --request GET --url {base}/v2/agent/{projectId}/job/{id} --header 'Authorization: Bearer <token>'`
const MESSAGE = CREATE.replace('/job ', '/job/{id}/message ')

const filled = (app: AppServer, line: string, id = ''): string =>
  line
    .replace('{base}', app.url)
    .replace('{projectId}', app.project)
    .replace('{id}', id)
    .replace('<token>', app.key)

async function answered(line: string, environment = {}): Promise<AgentJob> {
  const { stdout } = await command('sh', ['-ec', `${line} --silent --show-error`], environment)
  return AgentJob.parse(JSON.parse(stdout))
}

test('the old lines work with new base address, project and key', async () => {
  const app = await startAppServer()
  const created = await answered(filled(app, CREATE))
  expect(created.status).toBe('active')
  expect(await answered(filled(app, GET, created.id))).toEqual(created)
  expect((await answered(filled(app, MESSAGE, created.id))).id).toBe(created.id)
})

test('the lines in docs/migrating.md work', async () => {
  const app = await startAppServer()
  const page = readFileSync(new URL('../../../../../docs/migrating.md', import.meta.url), 'utf8')
  const block = /```sh\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  const [create = '', get = '', message = '', ...rest] = block.trim().split('\n\n')
  expect(rest).toEqual([])
  const environment = { BASE: app.url, KEY: app.key, PROJECT: app.project }
  const created = await answered(create, environment)
  const withJob = { ...environment, JOB: created.id }
  expect(await answered(get, withJob)).toEqual(created)
  expect((await answered(message, withJob)).status).toBe('active')
})

/** A poller as it stands in many a script: it knows two ends and no other. */
const LOOP = `
until [ "$status" = completed ] || [ "$status" = failed ]; do
  sleep 0.1
  status=$(curl -s "$BASE/v2/agent/$PROJECT/job/$JOB" -H "Authorization: Bearer $KEY" | grep -o '"status":"[a-z]*"' | cut -d'"' -f4)
done
echo "$status"`

test('a polling loop that knows only completed and failed ends', async () => {
  const app = await startAppServer()
  const poll = async (job: string) => {
    const environment = { BASE: app.url, KEY: app.key, PROJECT: app.project, JOB: job, status: '' }
    return (await command('sh', ['-ec', LOOP], environment)).stdout.trim()
  }
  const create = async () => (await answered(filled(app, CREATE))).id
  const cancelled = await create()
  const polled = poll(cancelled)
  await app.call('POST', `/v2/agent/${app.project}/job/${cancelled}/cancel`)
  expect(await polled).toBe('failed')

  const other = await create()
  expect(await whileJobsEnd(app, () => poll(other))).toBe('completed')
})
