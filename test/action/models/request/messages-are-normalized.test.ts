import type { ModelMessage } from 'ai'
import { expect, it } from 'vitest'
import {
  type MessageRules,
  normalizeMessages,
} from '../../../../src/action/models/request/normalize-messages.ts'
import { PROVIDERS } from '../../../../src/contract/model.ts'
import { findConversationFaults } from '../../../fakes/model/wire/find-faults.ts'
import type { Said } from '../../../fakes/model/wire/wire-format.ts'
import { testRandom } from '../../../support/random.ts'

const user = (content: string): ModelMessage => ({ role: 'user', content })
const RULES: MessageRules = { provider: 'anthropic', isGemini: false, reasoning: 'kept', turns: 'free' }
const normalize = (messages: readonly ModelMessage[], rules: Partial<MessageRules> = {}) =>
  normalizeMessages(messages, { ...RULES, ...rules })

const call = (input: unknown, toolCallId = 'c1') => ({
  ...{ type: 'tool-call' as const, toolCallId, toolName: 'read', input },
})
const result = (value: string, toolCallId = 'c1') => ({
  ...{ type: 'tool-result' as const, toolCallId, toolName: 'read' },
  output: { type: 'text' as const, value },
})
const results = (...content: readonly ReturnType<typeof result>[]): ModelMessage => ({
  role: 'tool',
  content: [...content],
})
const signed = { google: { thoughtSignature: 's' } }

it('joins two user messages in a row, with the cache breakpoint of the second', () => {
  const marked: ModelMessage = {
    ...user('b'),
    providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
  }
  expect(normalize([user('a'), marked])).toEqual([{ ...marked, content: 'a\n\nb' }])
})

it('drops an empty answer, and joins the messages around it', () => {
  const empty: ModelMessage = {
    role: 'assistant',
    content: [
      { type: 'custom', kind: 'anthropic.message_start' },
      { type: 'text', text: ' \n' },
    ],
  }
  expect(normalize([user('a'), empty, user('b')])).toEqual([user('a\n\nb')])
})

it('keeps an empty text that carries the signature of reasoning', () => {
  const answer: ModelMessage = {
    role: 'assistant',
    content: [{ type: 'text', text: '', providerOptions: signed }, call({ path: 'a' })],
  }
  const messages = [user('a'), answer, results(result('A'))]
  expect(normalize(messages)).toEqual(messages)
})

it.each([[['a']], ['a'], [7], [null]])('replaces the input %j by an object', (input) => {
  const [, made] = normalize([user('a'), { role: 'assistant', content: [call(input)] }])
  expect(made).toMatchObject({ content: [{ toolCallId: 'c1', input: {} }] })
})

it('gives a call without a result one, and drops a result without a call and a second result', () => {
  const messages: ModelMessage[] = [
    user('a'),
    { role: 'assistant', content: [call({}), call({}, 'c2')] },
    results(result('B', 'c2'), result('X', 'x'), result('again', 'c2')),
    { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
    results(result('Y', 'c1')),
    user('b'),
  ]
  expect(normalize(messages)).toMatchObject([
    {},
    { content: [{ toolCallId: 'c1' }, { toolCallId: 'c2' }] },
    { content: [{ toolCallId: 'c1', output: { type: 'error-text' } }, { output: { value: 'B' } }] },
    { content: [{ text: 'Done.' }] },
    user('b'),
  ])
})

// Mistral: https://github.com/editor-code-assistant/eca/issues/233. Kimi: https://github.com/can1357/oh-my-pi/issues/2055
it.each([
  ['abcdef123', 'openai-compatible', 'abcdef121'],
  ['functions.read:0', 'openai-compatible', 'functions.read:1'],
  ['functions.read:0', 'anthropic', 'functions_read_1'],
  ['', 'openai-compatible', 'cal1'],
] as const)('gives the second call with the id %j an own id for %s', (id, provider, own) => {
  const step = (value: string): ModelMessage[] => [
    { role: 'assistant', content: [call({ value }, id)] },
    results(result(value, id)),
  ]
  const made = normalize([user('a'), ...step('1'), ...step('2')], { provider })
  expect(made[3]).toMatchObject({ content: [{ toolCallId: own, input: { value: '2' } }] })
  expect(made[4]).toMatchObject({ content: [{ toolCallId: own, output: { value: '2' } }] })
})

it('makes names and texts at any depth well-formed', () => {
  const messages: ModelMessage[] = [
    user('a\ud83d'),
    { role: 'assistant', content: [call({ 'b\ud83d': [{ c: '\ude00d' }] })] },
    results(result('e\ud83d')),
  ]
  const [asked, called, answered] = normalize(messages)
  expect(asked).toEqual(user('a\ufffd'))
  expect(called).toMatchObject({ content: [{ input: { 'b\ufffd': [{ c: '\ufffdd' }] } }] })
  expect(answered).toMatchObject({ content: [{ output: { value: 'e\ufffd' } }] })
})

it.each(PROVIDERS)('makes any conversation acceptable for %s', (provider) => {
  const random = testRandom(provider)
  const pick = <T>(values: readonly T[]): T => values[random.integer(values.length)] as T
  const id = () => pick(['c1', 'c2', 'f.g:0', ''])
  const parts = [
    () => ({ type: 'text' as const, text: pick(['', ' \n', 'a', 'b\ud83d']) }),
    () => ({ type: 'reasoning' as const, text: pick(['', 'c']), providerOptions: pick([{}, signed]) }),
    () => ({ ...call(pick([{ d: '\ude00' }, [], null, 'e']), id()), providerOptions: pick([{}, signed]) }),
  ]
  const several = <T>(make: () => T): T[] => Array.from({ length: random.integer(4) }, make)
  const message = (): ModelMessage =>
    pick<() => ModelMessage>([
      () => user(pick(['f', 'g'])),
      () => ({ role: 'assistant', content: several(() => pick(parts)()) }),
      () => results(...several(() => result('h', id()))),
    ])()
  for (let count = 0; count < 400; count += 1) {
    const messages = [user('a'), ...Array.from({ length: 6 }, message), user('z')]
    for (const reasoning of ['kept', 'left out'] as const) {
      const rules = { provider, isGemini: provider === 'google', reasoning }
      const made = normalize(messages, rules)
      const said = made.map(saidIn)
      const fault = [JSON.stringify(messages), JSON.stringify(made)].join('\n')
      expect(findConversationFaults({ said, tools: ['read'], forced: null }), fault).toEqual([])
      expect(said.filter(({ by }, index) => by === 'user' && said[index - 1]?.by === 'user')).toEqual([])
      expect(JSON.stringify(made)).not.toMatch(/\\ud83d|\\ude00/)
      for (const { role, content } of made) {
        if (role !== 'assistant' || typeof content === 'string') continue
        expect(content.at(-1)?.type, fault).not.toBe('reasoning')
        expect(
          content.some(({ type }) => type !== 'reasoning'),
          fault,
        ).toBe(true)
        if (reasoning === 'left out') expect(JSON.stringify(content)).not.toContain('"reasoning"')
      }
      expect(normalize(made, rules), fault).toEqual(made)
    }
  }
})

function saidIn({ role, content }: ModelMessage): Said {
  if (role === 'user' || role === 'system' || typeof content === 'string') return { by: 'user' }
  const ids = content.flatMap((part) => ('toolCallId' in part ? part.toolCallId : []))
  return role === 'tool' ? { by: 'tools', results: ids } : { by: 'model', calls: ids }
}

it('puts an answer between results and a message if the endpoint has refused one there', () => {
  const asked: ModelMessage[] = [user('a'), { role: 'assistant', content: [call({})] }, results(result('A'))]
  const answered: ModelMessage = { role: 'assistant', content: 'Understood.' }
  expect(normalize([...asked, user('b'), user('c')], { turns: 'strict' })).toEqual([
    ...asked,
    answered,
    user('b\n\nc'),
  ])
  expect(normalize(asked, { turns: 'strict' })).toEqual(asked)
  expect(normalize([...asked, user('b')])).toEqual([...asked, user('b')])
})
