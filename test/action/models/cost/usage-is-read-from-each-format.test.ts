import { expect, test } from 'vitest'
import {
  NO_REPORTED_USAGE,
  parseUsage,
  toTokenCounts,
} from '../../../../src/action/models/cost/parse-usage.ts'
import { anthropicMessages } from '../../../fakes/model/wire/anthropic-messages.ts'
import { countedOf } from '../../../fakes/model/wire/scripted-provider.ts'
import { WIRE_FORMATS } from '../../../fakes/model/wire/wire-formats.ts'

const read = (pieces: readonly object[]) =>
  toTokenCounts(pieces.reduce((said, piece) => parseUsage(piece, said), NO_REPORTED_USAGE))

/** The JSON of each frame. */
const piecesOf = (frames: readonly string[]): object[] =>
  frames.flatMap((frame) => {
    const [, json] = /^data: (\{.*)$/m.exec(frame) ?? []
    return json === undefined ? [] : [JSON.parse(json)]
  })

const TURN = countedOf(3)

test.each(WIRE_FORMATS)('$provider: the usage of a complete answer is what the SDK counts', (format) => {
  const counted = read(piecesOf(format.frames({ say: 'Yes.' }, 3, TURN)))
  expect(counted).toMatchObject({
    inputTokens: TURN.input,
    inputTokenDetails: { cacheReadTokens: TURN.cached },
    outputTokens: TURN.output,
  })
})

test('Anthropic reports the input first, and a later message without it keeps it', () => {
  const [start = {}] = piecesOf(anthropicMessages.frames({ say: 'Yes.' }, 3, TURN))
  expect(read([start])).toEqual({
    inputTokens: TURN.input,
    inputTokenDetails: { cacheReadTokens: TURN.cached, cacheWriteTokens: 100 },
    outputTokens: 1,
  })
  expect(read([start, { type: 'message_delta', usage: { output_tokens: 40 } }])).toMatchObject({
    inputTokens: TURN.input,
    outputTokens: 40,
  })
})

test('a failed response reports its usage in the last event', () => {
  const usage = { input_tokens: 90, input_tokens_details: { cached_tokens: 60 }, output_tokens: 4 }
  expect(read([{ type: 'response.created', response: { usage: null } }])).toMatchObject({ inputTokens: 0 })
  expect(read([{ type: 'response.failed', response: { usage } }])).toMatchObject({
    inputTokens: 90,
    inputTokenDetails: { cacheReadTokens: 60 },
    outputTokens: 4,
  })
})

test('Gemini reports usage in each chunk: the last one counts, thoughts included', () => {
  const usageMetadata = { promptTokenCount: 50, cachedContentTokenCount: 20, thoughtsTokenCount: 7 }
  const pieces = [{ usageMetadata }, { usageMetadata: { ...usageMetadata, candidatesTokenCount: 5 } }]
  expect(read(pieces)).toMatchObject({
    inputTokens: 50,
    inputTokenDetails: { cacheReadTokens: 20 },
    outputTokens: 12,
  })
})

test.each([
  ['nothing', {}],
  ['an error', { error: { message: 'overloaded' } }],
  ['words', { usage: 'much' }],
  ['numbers that are none', { usage: { input_tokens: -5, output_tokens: 1.5, prompt_tokens: '9' } }],
])('%s counts as nothing', (_, piece) => {
  expect(read([piece])).toMatchObject({ inputTokens: 0, outputTokens: 0 })
})
