import { expect, it } from 'vitest'
import { classifyFinish } from '../../../../src/action/models/request/stream-answer.ts'

it.each([
  ['stop', 'end_turn', 'Done.', 0, 'whole'],
  ['tool-calls', 'tool_use', '', 1, 'whole'],
  ['length', 'max_tokens', 'I would', 0, 'cut'],
  ['length', 'model_context_window_exceeded', 'I would', 0, 'overflowed'],
  ['length', 'model_context_window_exceeded', '', 1, 'overflowed'],
  ['content-filter', 'RECITATION', 'The text', 0, 'filtered'],
  ['content-filter', 'refusal', '', 1, 'whole'],
  ['error', 'MALFORMED_FUNCTION_CALL', '', 0, 'malformed'],
  ['other', 'UNEXPECTED_TOOL_CALL', '', 0, 'malformed'],
  ['error', 'MALFORMED_FUNCTION_CALL', '', 1, 'broken'],
  ['other', 'moonlight', '', 0, 'broken'],
  ['other', 'moonlight', 'Done.', 0, 'whole'],
  ['other', 'moonlight', '', 1, 'whole'],
  ['interrupted', undefined, 'Done', 1, 'broken'],
])('%s (%s) after "%s" and %i calls: %s', (finishReason, rawFinishReason, text, calls, end) => {
  expect(classifyFinish({ finishReason, rawFinishReason }, { text, calls })).toBe(end)
})
