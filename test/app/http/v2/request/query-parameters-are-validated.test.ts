import { expect, test } from 'vitest'
import { startAppServer } from '../../../../support/app/app-server.ts'

test('a parameter that is there twice, or is no plain number, is refused by its name', async () => {
  const app = await startAppServer()
  const jobs = `/v2/agent/${app.project}/jobs`
  const { headers } = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const limit = /^`limit` must be a number from 1 to 100$/
  const cases: [string, RegExp][] = [
    [`${jobs}?status=active&status=failed`, /^`status` is there more than once/],
    [`${jobs}?limit=1&limit=1`, /^`limit` is there more than once/],
    ['/v2/projects?repository=acme/docs&repository=acme/other', /^`repository` is there more than once/],
    ['/v2/projects?cursor=&cursor=', /^`cursor` is there more than once/],
    [
      `${headers.get('location')}/events?lastEventId=1-1&lastEventId=1-2`,
      /^`lastEventId` is there more than once/,
    ],
    [`${jobs}?status=`, /^`status` is empty: it must be one of active, completed, archived, failed$/],
    [`${jobs}?status=Active`, /^`status` "Active" is no status: it must be one of active, completed, /],
    [`${jobs}?status=active,failed`, /^`status` "active,failed" is no status: it must be one of active, /],
    [`${jobs}?status=${'x'.repeat(100)}`, /^`status` "x{60}…" is no status: /],
    ...['', '-1', '0', '000', '101', '1e1', '0x10', '1.0', '%2010', '+5', '%D9%A1', '9'.repeat(400)].map(
      (value): [string, RegExp] => [`${jobs}?limit=${value}`, limit],
    ),
  ]
  for (const [path, error] of cases) {
    const answer = await app.call('GET', path)
    expect([path, answer.status, answer.json]).toEqual([path, 400, { error: expect.stringMatching(error) }])
  }
})

test('what the operation does not know is let pass, even twice', async () => {
  const app = await startAppServer()
  await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  for (const query of [
    'limit=100&page=1&page=2',
    'toString=1&toString=2',
    '__proto__=1&__proto__=2',
    '&&=&a',
  ]) {
    const { status, json } = await app.call('GET', `/v2/agent/${app.project}/jobs?${query}`)
    expect([query, status, (json.jobs as unknown[]).length]).toEqual([query, 200, 1])
  }
})
