import { expect, test } from 'vitest'
import { startAppServer } from '../../../../support/app/app-server.ts'

/** A program that cuts a text may send one half of an emoji. Strict JSON parsers refuse a whole list that holds it. */
test('one half of a surrogate pair in a text becomes the replacement character', async () => {
  const app = await startAppServer()
  const jobs = `/v2/agent/${app.project}/job`
  const half = '\\ud83d'
  const raw = `{"prompt":"Fix it ${half}","metadata":{"team":"a${half}b"}}`
  const created = await app.call('POST', jobs, { raw })
  expect(created.status).toBe(201)
  const job = `${jobs}/${created.json.id}`
  expect((await app.call('POST', `${job}/message`, { raw: `{"prompt":"${half}x"}` })).status).toBe(200)

  const { json: list } = await app.call('GET', `${jobs}s`)
  expect(list.jobs).toMatchObject([{ title: 'Fix it \ufffd', metadata: { team: 'a\ufffdb' } }])
  const { json: messages } = await app.call('GET', `${job}/messages`)
  expect(messages.messages).toMatchObject([{ prompt: 'Fix it \ufffd' }, { prompt: '\ufffdx' }])
  const filtered = await app.call('GET', `${jobs}s?metadata[team]=${encodeURIComponent('a\ufffdb')}`)
  expect(filtered.json.jobs).toHaveLength(1)
})

test('a whole surrogate pair stays, however it is written', async () => {
  const app = await startAppServer()
  const jobs = `/v2/agent/${app.project}/job`
  await app.call('POST', jobs, { raw: '{"prompt":"Fix \\ud83d\\ude00 it 😀"}' })
  const { json } = await app.call('GET', `${jobs}s`)
  expect(json.jobs).toMatchObject([{ title: 'Fix 😀 it 😀' }])
})

test('an error about a long name is valid text, too', async () => {
  const app = await startAppServer()
  const name = `${'x'.repeat(290)}😀`
  const body = { prompt: 'x', metadata: { [name]: 'a' } }
  const { status, json } = await app.call('POST', `/v2/agent/${app.project}/job`, { body })
  expect([status, String(json.error).isWellFormed()]).toEqual([400, true])
})
