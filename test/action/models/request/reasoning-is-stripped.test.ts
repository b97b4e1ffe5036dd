import { expect, it } from 'vitest'
import { stripReasoning } from '../../../../src/action/models/request/stream-answer.ts'

it.each([
  ['<think>The user wants the moon.</think>\n\nMarked it.', 'Marked it.'],
  ['\n<think>\na\n</think>\nMarked it.\n<think>b</think>\nAll of it.', 'Marked it.\n\nAll of it.'],
  ['<thinking>a</thinking>Marked it.', 'Marked it.'],
  ['<thought>a</thought>Marked it.', 'Marked it.'],
  ['[THINK]a[/THINK]Marked it.', 'Marked it.'],
  // The output limit came first.
  ['<think>The user wants', ''],
  ['Marked it.\n<think>And now', 'Marked it.'],
  // The template wrote the first mark.
  ['The user wants the moon.\n</think>\n\nMarked it.', 'Marked it.'],
  ['<think>I end it with `</think>` then.</think>Marked it.', 'Marked it.'],
  ['</think>', ''],
])('%j says %j', (text, words) => {
  expect(stripReasoning(text)).toBe(words)
})

it.each([
  'Marked it.\n',
  'The parser knows `<think>` and `</think>` now.',
  'It drops <think> where the text has one.',
  'I think </b> is wrong.',
])('leaves %j as it is', (text) => {
  expect(stripReasoning(text).trim()).toBe(text.trim())
})

// Work that grew with the square of the length would take minutes.
it('strips a very large number of tags', () => {
  const text = '<think>a\n'.repeat(400_000)
  expect(stripReasoning(text)).toBe('')
  expect(stripReasoning(` x${text}`.replaceAll('\n', ' '))).toContain('think')
})
