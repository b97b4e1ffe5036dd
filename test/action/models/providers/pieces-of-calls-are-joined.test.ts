import { expect, it } from 'vitest'
import { repairAnthropicStream } from '../../../../src/action/models/providers/repair-anthropic-stream.ts'
import { repairChatStream } from '../../../../src/action/models/providers/repair-chat-stream.ts'
import { repairResponsesStream, repairStream } from '../../../../src/action/models/providers/repair-stream.ts'
import { testRandom } from '../../../support/random.ts'

const INPUTS = [
  { path: 'a', old: '{"a":{"a":{', new: '{{}}{{}}' },
  { edits: [{ a: 1 }, { a: 1 }, { a: 1 }], text: '}}}"}"{' },
  { content: '{}\n{}\n{}\n', empty: {} },
  {},
]

/** What a client of the protocol joins: the pieces of each call, by its id or else its place. */
function joinPieces(deltas: readonly object[]): string {
  const { repairChunk } = repairChatStream()
  let joined = ''
  for (const call of deltas) {
    const repaired = repairChunk({ choices: [{ index: 0, delta: { tool_calls: [call] } }] })
    const { choices } = JSON.parse(JSON.stringify(repaired))
    joined += choices[0].delta.tool_calls[0].function.arguments ?? ''
  }
  return joined
}

/** One property holds for all ways in which servers send the arguments of one call. */
it.each([
  'in pieces',
  'from the beginning each time',
  'in pieces, and again as a whole',
  'as a whole, twice',
])('joins arguments that come %s to what the model wrote', (how) => {
  const random = testRandom(how)
  for (let count = 0; count < 500; count += 1) {
    const text = JSON.stringify(INPUTS[count % INPUTS.length], null, random.integer(3))
    const cuts = Array.from({ length: random.integer(12) }, () => random.integer(text.length))
    const ends = [...new Set([...cuts, text.length])].filter((end) => end > 0).toSorted((a, b) => a - b)
    const pieces = ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end))
    const texts = {
      'in pieces': pieces,
      'from the beginning each time': ends.map((end) => text.slice(0, end)),
      'in pieces, and again as a whole': [...pieces, text],
      'as a whole, twice': [text, text],
    }[how] as string[]
    const named = random.integer(2) === 0 || how !== 'in pieces'
    const deltas = texts.map((part, index) => ({
      index: 0,
      ...((named || index === 0) && { id: 'a' }),
      function: { ...((named || index === 0) && { name: 'edit' }), arguments: part },
    }))
    expect(joinPieces(deltas), JSON.stringify(texts)).toBe(text)
  }
})

// https://github.com/earendil-works/pi/issues/5592
it.each([
  ['data: [DONE]', repairChatStream],
  ['data: {"type":"message_stop"}', repairAnthropicStream],
  ['data: {"type":"response.completed"}', repairResponsesStream],
])('does not wait for the end of a connection after %s', async (end, repair) => {
  const open = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from(`${end}\n\n`)) })
  const response = await repairStream(
    { fetch: async () => new Response(open), log: () => undefined },
    repair,
  )('http://localhost')
  expect(await response.text()).toBe(`${end}\n\n`)
})

it('gives up on a stream of chunks that nobody can read', async () => {
  const count = (text: string) => text.split('data: null').length - 1
  const read = async (chunks: number) => {
    const body = 'data: null\n\n'.repeat(chunks)
    const access = { fetch: async () => new Response(body), log: () => undefined }
    const response = await repairStream(access, repairChatStream)('http://localhost')
    return count(await response.text())
  }
  expect(await read(100)).toBe(0)
  expect(await read(101)).toBe(1)
})
