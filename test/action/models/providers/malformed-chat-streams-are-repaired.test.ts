import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { repairChatStream } from '../../../../src/action/models/providers/repair-chat-stream.ts'
import { repairStream } from '../../../../src/action/models/providers/repair-stream.ts'
import { listen } from '../../../fakes/listen.ts'

const call = (input: unknown) => ({ id: 'a', type: 'function', function: { name: 'read', arguments: input } })
const chunk = (delta: object) => ({ id: 'c', choices: [{ index: 0, delta, finish_reason: null }] })
const data = (body: object) => `data: ${JSON.stringify(body)}\n\n`
const END = `${data({ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] })}data: [DONE]\n\n`
const INPUT = { path: 'a "b".txt' }

/** What comes of an answer that arrives in these pieces. */
async function fetchPieces(pieces: readonly (string | Buffer)[], type = 'text/event-stream', status = 200) {
  const url = await listen(async (_, response) => {
    response.writeHead(status, { 'content-type': type })
    for (const piece of pieces) await new Promise((resolve) => response.write(piece, resolve))
    response.end()
  })
  const { body } = await repairStream({ fetch, log: () => undefined }, repairChatStream)(url)
  return body === null ? '' : text(body)
}

/** Each line, and what it holds: the order of the keys says nothing. */
const readLines = (stream: string) =>
  stream.split('\n').map((line) => (/^data: \{.*\}$/.test(line) ? JSON.parse(line.slice(6)) : line))

it('turns an input that is an object into text, wherever the chunks are split', async () => {
  const wrong = `: hello\r\n\r\n${data(chunk({ content: 'ü' }))}${data(chunk({ tool_calls: [call(INPUT)] }))}${END}`
  // A comment is a sign of life.
  const right = `${data({ choices: [] })}${data(chunk({ content: 'ü' }))}${data(chunk({ tool_calls: [call(JSON.stringify(INPUT))] }))}${END}`
  const bytes = Buffer.from(wrong)
  const halves = [30, 62, 63, 64, 150, 200].map((at) => [bytes.subarray(0, at), bytes.subarray(at)])
  for (const pieces of [[wrong], ...halves]) {
    expect(readLines(await fetchPieces(pieces))).toEqual(readLines(right))
  }
})

it('leaves a correct stream unchanged, even if it ends within a line', async () => {
  const good = `${data(chunk({ tool_calls: [call('{"path":')] }))}${data(chunk({ tool_calls: [call('"arguments":{}')] }))}data: {"hel`
  expect(await fetchPieces([good])).toBe(good)
})

it.each(['application/json', 'text/event-stream'])(
  'makes a stream of an answer in one piece (%s)',
  async (type) => {
    const message = { role: 'assistant', content: null, tool_calls: [call(INPUT), call('{}')] }
    const usage = { prompt_tokens: 1, completion_tokens: 2 }
    const whole = { id: 'c', choices: [{ index: 0, message, finish_reason: 'tool_calls' }], usage }
    const delta = {
      ...message,
      tool_calls: [
        { ...call(JSON.stringify(INPUT)), index: 0 },
        { ...call('{}'), index: 1 },
      ],
    }
    const stream = data({ id: 'c', choices: [{ index: 0, delta, finish_reason: 'tool_calls' }], usage })
    const got = await fetchPieces(['\n', JSON.stringify(whole, null, 2)], type)
    expect(readLines(got)).toEqual(readLines(`${stream}data: [DONE]\n\n`))
  },
)

it('reports an error that came with status 200', async () => {
  expect(await fetchPieces(['{"error": "model is loading"}'], 'application/json')).toBe(
    data({ error: { message: 'model is loading' } }),
  )
  expect(await fetchPieces(['{"error": {"message": "busy", "code": 7}}'], 'application/json')).toBe(
    data({ error: { message: 'busy', code: 7 } }),
  )
})

it.each(['{}', '{"hel', '<html></html>', ''])('leaves %j unchanged', async (body) => {
  expect(await fetchPieces([body], 'application/json')).toBe(body)
})
