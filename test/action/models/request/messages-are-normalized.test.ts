import type { ModelMessage } from 'ai'
import { expect, it } from 'vitest'
import { normalizeMessages } from '../../../../src/action/models/request/normalize-messages.ts'

const user = (content: string): ModelMessage => ({ role: 'user', content })
const call = (input: unknown) => ({ type: 'tool-call' as const, toolCallId: 'c1', toolName: 'read', input })
const signed = { google: { thoughtSignature: 's' } }

it('joins two user messages in a row, with the cache breakpoint of the second', () => {
  const marked: ModelMessage = {
    ...user('b'),
    providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
  }
  expect(normalizeMessages([user('a'), marked])).toEqual([{ ...marked, content: 'a\n\nb' }])
})

it('drops an empty answer, and joins the messages around it', () => {
  const empty: ModelMessage = {
    role: 'assistant',
    content: [
      { type: 'custom', kind: 'anthropic.message_start' },
      { type: 'text', text: ' \n' },
    ],
  }
  expect(normalizeMessages([user('a'), empty, user('b')])).toEqual([user('a\n\nb')])
})

it('keeps an empty text that carries the signature of reasoning', () => {
  const answer: ModelMessage = {
    role: 'assistant',
    content: [{ type: 'text', text: '', providerOptions: signed }, call({ path: 'a' })],
  }
  expect(normalizeMessages([user('a'), answer])).toEqual([user('a'), answer])
})

it.each([[['a']], ['a'], [7], [null]])('replaces the input %j by an object', (input) => {
  const [, made] = normalizeMessages([user('a'), { role: 'assistant', content: [call(input)] }])
  expect(made).toMatchObject({ content: [{ toolCallId: 'c1', input: {} }] })
})
