import { expect, test } from 'vitest'
import { startModel } from './model-scene.ts'

const MESSAGE = { role: 'user', content: 'Hello' }
const USE = { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'read', input: {} }] }
const RESULT = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't2', content: 'x' }] }

async function post(
  body: unknown,
  headers: Record<string, string> = { 'x-api-key': 'k' },
  path = '/messages',
) {
  const model = await startModel()
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  return fetch(model.url + path, { method: 'POST', headers, body: payload })
}

test.each([
  ['a tool call without an answer', [MESSAGE, USE, MESSAGE], 'tool_use ids were found without tool_result'],
  ['an answer without its tool call', [MESSAGE, RESULT], 'unexpected tool_use_id'],
  ['an answer first', [USE], 'first message must use the'],
  ['no message', [], 'at least one message'],
])('%s is a 400', async (_what, messages, message) => {
  const response = await post({ model: 'sandbox-1', max_tokens: 10, messages })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain(message)
})

test('a body that is not JSON is a 400', async () => {
  expect((await post('nonsense')).status).toBe(400)
})

test('a request without a key is a 401', async () => {
  const response = await post({ model: 'sandbox-1', max_tokens: 10, messages: [MESSAGE] }, {})
  expect(response.status).toBe(401)
})

test('another endpoint is a 404', async () => {
  expect((await post({}, { 'x-api-key': 'k' }, '/complete')).status).toBe(404)
})
