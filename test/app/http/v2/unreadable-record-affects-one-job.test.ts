import { expect, test } from 'vitest'
import { jobKeys } from '../../../../src/app/job-store/job-record.ts'
import { type AppServer, startAppServer } from '../../../support/app/app-server.ts'

async function twoJobs(app: AppServer): Promise<{ spoiled: string; whole: string; id: string }> {
  const create = () => app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const [spoiled, whole] = [await create(), await create()]
  const id = String(spoiled.json.id)
  return { spoiled: `/v2/agent/${app.project}/job/${id}`, whole: whole.headers.get('location') ?? '', id }
}

/** Without a look at the description, which knows no faults of the server. */
async function ask(
  app: AppServer,
  method: string,
  path: string,
): Promise<{ status: number; json: { error: string } }> {
  const answer = await fetch(app.url + path, {
    method,
    headers: { authorization: `Bearer ${app.key}`, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: '{"prompt":"y"}' }),
  })
  return { status: answer.status, json: (await answer.json()) as { error: string } }
}

const NEWER = 'was written by a newer version of the server (record version 2, known is 1)'

test.each([
  ['damaged', () => '{"v":1,', 'is damaged'],
  ['of a newer version', (raw: string) => JSON.stringify({ ...JSON.parse(raw), v: 2 }), NEWER],
])('a record that is %s', async (_, spoil, why) => {
  const app = await startAppServer()
  const { spoiled, whole, id } = await twoJobs(app)
  const key = jobKeys.record({ project: app.project, job: id })
  const value = spoil((await app.store.get(key)) ?? '')
  await app.store.commit({ set: [{ key, value }] })

  for (const [method, path] of [
    ['POST', '/message'],
    ['POST', '/cancel'],
    ['POST', '/archive'],
    ['GET', '/runs'],
  ] as const) {
    const answer = await ask(app, method, spoiled + path)
    expect([path, answer.status, answer.json]).toEqual([path, 500, { error: expect.stringContaining(why) }])
    expect(answer.json.error).toContain(id)
  }
  expect(await app.store.get(key)).toBe(value)
  expect(app.logged.join('')).toContain('RecordUnreadable')
  // What get needs is whole.
  expect((await app.call('GET', spoiled)).status).toBe(200)
  expect((await app.call('POST', `${whole}/message`, { body: { prompt: 'y' } })).status).toBe(200)
})

test.each(['', '\n', '\n{"id":', 'no line'])('a damaged view %j affects only its job', async (value) => {
  const app = await startAppServer()
  const { spoiled, whole, id } = await twoJobs(app)
  await app.store.commit({ set: [{ key: jobKeys.view({ project: app.project, job: id }), value }] })
  const answer = await ask(app, 'GET', spoiled)
  expect([answer.status, answer.json]).toEqual([500, { error: expect.stringContaining('is damaged') }])
  expect((await app.call('GET', whole)).status).toBe(200)
  const listed = await app.call('GET', `/v2/agent/${app.project}/jobs`)
  expect(listed.status).toBe(200)
  expect(listed.text).toContain(whole.split('/').at(-1))
})
