import { expect, test } from 'vitest'
import { startAppServer } from '../../../../support/app/app-server.ts'
import { listEntries } from '../../../../support/app/list-entries.ts'

async function givenJob(isEnded: boolean) {
  const app = await startAppServer({ rateLimit: 10 })
  const { json } = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const path = `/v2/agent/${app.project}/job/${json.id}`
  if (isEnded) await app.call('POST', `${path}/cancel`)
  const send = (prompt: string, key = 'k') =>
    app.call('POST', `${path}/message`, { body: { prompt }, headers: { 'idempotency-key': key } })
  const kept = async () => (await listEntries(app.store, 'msg/')).length
  const runs = async () => ((await app.call('GET', `${path}/runs`)).json.runs as unknown[]).length
  return { app, path, send, kept, runs }
}

test.each([
  ['a job at work', false, 1],
  ['a job that has ended', true, 2],
])(
  '50 simultaneous messages to %s: one message, one turn, 50 equal responses, one use of the rate limit',
  async (_, isEnded, turns) => {
    const { app, path, send, kept, runs } = await givenJob(isEnded)
    const answers = await Promise.all(Array.from({ length: 50 }, () => send('more')))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set([`200 ${(await app.call('GET', path)).text}`]),
    )
    // Who did the work is told what is left; the others got an answer of before.
    const told = answers.map(({ headers }) => headers.get('x-ratelimit-remaining'))
    expect(told.filter((remaining) => remaining !== null)).toEqual(['8'])
    expect([await kept(), await runs()]).toEqual([2, turns])
    expect((await send('another', 'k2')).headers.get('x-ratelimit-remaining')).toBe('7')
  },
)

test('one of 50 different bodies with one key is sent, and the others get a conflict', async () => {
  const { send, kept } = await givenJob(false)
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => send(`body ${n}`)))
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([200, ...Array(49).fill(409)])
  expect(await kept()).toBe(2)
})

test('a repeated message gets the first response for 24 hours, whatever the state of the job', async () => {
  const { app, path, send, kept } = await givenJob(false)
  const first = await send('more')
  await app.call('POST', `${path}/archive`)
  app.clock.at += 86_400_000 - 1
  const again = await send('more')
  expect([again.status, again.text]).toEqual([200, first.text])
  app.clock.at += 1
  expect((await send('more')).status).toBe(409)
  expect(await kept()).toBe(2)
})
