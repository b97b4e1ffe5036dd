import type { ModelMessage } from 'ai'
import { expect, test } from 'vitest'
import { carryOver, type NextModel } from '../../../../src/action/models/conversation/carry-over.ts'

const NEXT: NextModel = {
  name: 'openai-compatible/mistral-large',
  provider: 'openai-compatible',
  window: 100_000,
  imageTypes: ['image/png'],
}

const call = (toolCallId: string) =>
  ({ type: 'tool-call', toolCallId, toolName: 'read', input: { path: 'a' } }) as const
const result = (toolCallId: string, value: string) => ({
  ...({ type: 'tool-result', toolCallId, toolName: 'read' } as const),
  output: { type: 'text', value } as const,
})

test('each call keeps its result, with an id of nine letters and digits, also where ids were the same', () => {
  const messages: ModelMessage[] = [
    { role: 'user', content: 'Begin.' },
    { role: 'assistant', content: [call('toolu_01'), call('toolu_01')] },
    { role: 'tool', content: [result('toolu_01', 'first'), result('toolu_01', 'second')] },
    { role: 'assistant', content: [call('toolu_01')] },
    { role: 'tool', content: [result('toolu_01', 'third')] },
  ]
  const carried = carryOver(messages, NEXT)
  const ids = carried.flatMap(({ content }) =>
    typeof content === 'string'
      ? []
      : content.flatMap((part) => ('toolCallId' in part ? part.toolCallId : [])),
  )
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]{9}$/)
  const [one, two, , , three] = ids
  expect(ids).toEqual([one, two, one, two, three, three])
  expect(new Set(ids).size).toBe(3)
  expect(carryOver(carried, NEXT)).toEqual(carried)
})

test('reasoning, its signatures and data of the provider stay behind, the words do not', () => {
  const own = {
    anthropic: { signature: 's' },
    openai: { itemId: 'msg_1' },
    openaiCompatible: { reasoning: 'r' },
  }
  const [carried] = carryOver(
    [
      {
        role: 'assistant',
        providerOptions: own,
        content: [
          { type: 'reasoning', text: 'secret thought', providerOptions: own },
          { type: 'custom', kind: 'openai.compaction', providerOptions: own },
          { type: 'text', text: 'Words.', providerOptions: own },
          { ...call('a'), providerOptions: { google: { thoughtSignature: 't' } } },
        ],
      },
    ],
    NEXT,
  )
  expect(JSON.stringify(carried)).not.toMatch(/secret thought|"s"|msg_1|"r"|compaction|thoughtSignature/)
  expect(JSON.stringify(carried)).toContain('Words.')
})

test('an image of a type that the next model does not accept becomes a sentence', () => {
  const images = (...types: readonly string[]): ModelMessage => ({
    role: 'user',
    content: types.map((mediaType) => ({ type: 'file', data: 'AAAA', mediaType })),
  })
  const [carried] = carryOver([images('image/png', 'image/gif')], NEXT)
  expect(carried?.content).toMatchObject([
    { type: 'file', mediaType: 'image/png' },
    { type: 'text', text: expect.stringContaining('cannot see') },
  ])
})
