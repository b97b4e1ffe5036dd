import { expect, test } from 'vitest'
import {
  fitInAnswer,
  isAskedOnGithub,
  type Message,
  messageKeys,
  messageWrite,
  outsideOf,
  outsideTexts,
  promptsOf,
  readMessages,
  readPrompts,
  type StoredMessage,
} from '../../../src/app/job-store/messages.ts'
import { memoryStore, NOW } from './memory-store.ts'

const KEY = { kind: 'key', id: 'key_1', name: 'ci' } as const
const COMMENT = { kind: 'github', via: 'comment', id: 5, login: 'ann', issue: 12, source: 900 } as const
const ISSUE = { title: 'Typo', body: 'It says teh.', author: 'ana' }
const message = (over: Partial<Message> = {}): Message => ({ text: 'x', at: NOW, origin: KEY, ...over })
const stored = (over: Partial<Message> = {}): StoredMessage => JSON.parse(JSON.stringify(message(over)))

test('messages are read by their numbers, and a deleted one is null', async () => {
  const { store } = await memoryStore()
  const sent = Array.from({ length: 8 }, (_, i) => message({ text: `message ${i + 1}` }))
  await store.commit({ set: sent.map((one, i) => messageWrite('job_1', i + 1, one)) })
  await store.commit({ del: [messageKeys.record('job_1', 5)] })
  const numbered = (await readMessages(store, 'job_1', 2, 8)).map(({ number, message: one }) => [
    number,
    one?.text ?? null,
  ])
  expect(numbered).toEqual([
    [2, 'message 2'],
    [3, 'message 3'],
    [4, 'message 4'],
    [5, null],
    [6, 'message 6'],
    [7, 'message 7'],
    [8, 'message 8'],
  ])
  expect(await readMessages(store, 'job_1', 3, 2)).toEqual([])
  expect(await readMessages(store, 'job_1', 4, 2)).toEqual([])
})

test('the issue and the material of a message are kept', async () => {
  const { store } = await memoryStore()
  const sources = [{ repository: 'acme/api', number: 4 }]
  const all = message({
    origin: COMMENT,
    issue: ISSUE,
    attached: { material: [{ of: 'acme/api#4', text: 'diff' }], sources },
    update: true,
  })
  await store.commit({ set: [messageWrite('job_1', 1, all)] })
  expect((await readMessages(store, 'job_1', 1, 1))[0]?.message).toEqual(all)
})

test.each([
  ['no text', { at: 1 }],
  ['no time', { text: 'x' }],
  ['an issue without a body', { text: 'x', at: 1, issue: { title: 'x', author: 'x' } }],
  ['material without sources', { text: 'x', at: 1, attached: { material: [] } }],
])('a record with %s is an error', async (_, record) => {
  const { store } = await memoryStore()
  await store.commit({ set: [{ key: messageKeys.record('job_1', 1), value: JSON.stringify(record) }] })
  await expect(readMessages(store, 'job_1', 1, 1)).rejects.toThrow()
})

test('a deleted prompt is replaced by a sentence', async () => {
  const { store } = await memoryStore()
  await store.commit({ set: [messageWrite('job_1', 2, message({ text: 'kept' }))] })
  const prompts = [
    { number: 1, text: '(This prompt was deleted with its archived job.)' },
    { number: 2, text: 'kept' },
  ]
  expect(await readPrompts(store, 'job_1', 1, 2)).toEqual(prompts)
  expect(promptsOf(await readMessages(store, 'job_1', 1, 2))).toEqual(prompts)
})

test.each<[StoredMessage | null, boolean]>([
  [null, false],
  [{ text: 'x', at: 1 }, false],
  [stored(), false],
  [stored({ origin: { kind: 'actor', id: 5, login: 'ann', via: 'dashboard' } }), false],
  [stored({ origin: { kind: 'actor', id: 5, login: 'ann' } }), true],
  [stored({ origin: COMMENT }), true],
])('%j was asked on GitHub: %s', (one, is) => {
  expect(isAskedOnGithub(one)).toBe(is)
})

test('an answer ends with the message that goes beyond a mebibyte', () => {
  const answerOf = (lengths: number[]) => {
    const { fitting, isFull } = fitInAnswer(lengths, (length) => length)
    return [fitting.length, isFull]
  }
  expect(answerOf([])).toEqual([0, false])
  expect(answerOf([1, 2, 3])).toEqual([3, false])
  expect(answerOf([1_048_576, 1, 1])).toEqual([2, true])
  expect(answerOf([1_048_575, 1, 1, 1])).toEqual([3, true])
  expect(answerOf([2_000_000, 1])).toEqual([1, true])
  expect(answerOf([1, 2_000_000])).toEqual([2, true])
  expect(answerOf([1_048_576])).toEqual([1, false])
})

const material = (...of: string[]) => ({
  attached: { material: of.map((one) => ({ of: one, text: 'x' })), sources: [] },
})
const stranger = { issue: { ...ISSUE, isOfStranger: true } } as const

test('texts of people without write access are named once', () => {
  const texts = outsideTexts(
    [null, stored({ ...stranger, ...material('a', 'b') }), stored({ issue: ISSUE }), stored(material('b'))],
    { origin: COMMENT, outside: ['a', 'c'] },
  )
  expect(texts).toEqual(['the text of issue 12', 'a', 'b', 'c'])
  expect(outsideTexts([stored(stranger)], { origin: KEY })).toEqual(['the text of an issue'])
  expect(outsideTexts([stored({ issue: ISSUE })], { origin: COMMENT })).toEqual([])
})

test('the runner gets at most twenty of them', () => {
  const read = Array.from({ length: 25 }, (_, i) => `text ${i}`)
  expect(outsideOf([], true)).toEqual({})
  expect(outsideOf(['a'], false)).toEqual({ outside: { read: ['a'], holdCi: false } })
  expect(outsideOf(read, true)).toEqual({ outside: { read: read.slice(0, 20), holdCi: true } })
})
