import { expect, test } from 'vitest'
import { startAppServer } from '../../../support/app/app-server.ts'

test('the log line of a request names its job, whichever handler responds', async () => {
  const app = await startAppServer()
  const path = `/v2/agent/${app.project}/job`
  const created = await app.call('POST', path, { body: { prompt: 'Fix the title' } })
  const { id } = created.json as { id: string }
  await app.call('POST', `${path}/${id}/message`, { body: { prompt: 'And the summary' } })
  await app.call('GET', `${path}/${id}/runs`)

  const requests = () =>
    app.logged
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg, job }) => msg === 'request' && job === id)
  await expect
    .poll(() => requests().map(({ method, path: at, status }) => `${method} ${at} ${status}`))
    .toEqual([`POST ${path} 201`, `POST ${path}/${id}/message 200`, `GET ${path}/${id}/runs 200`])
  const ids = requests().map(({ requestId }) => requestId)
  expect(new Set(ids).size).toBe(3)
  expect(ids[0]).toBe(created.headers.get('x-request-id'))
})
