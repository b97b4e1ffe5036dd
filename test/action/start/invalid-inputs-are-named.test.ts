import { expect, test } from 'vitest'
import { chooseMode, readInputs } from '../../../src/action/start/inputs.ts'

test.each([
  [{ 'INPUT_APP-URL': 'http://prentice.example.com' }, 'input `app-url` must be an https:// URL'],
  [{ 'INPUT_APP-URL': 'prentice' }, 'input `app-url` must be an https:// URL'],
  [{ INPUT_DRAFT: 'yes' }, 'input `draft` must be `true` or `false`'],
  [{ INPUT_EFFORT: 'maximal' }, 'input `effort` must be one of none, low, medium, high'],
  [{ 'INPUT_MAX-STEPS': '1.5' }, 'input `max-steps` must be a whole number above 0'],
  [{ 'INPUT_MAX-MINUTES': 'soon' }, 'input `max-minutes` must be a number above 0'],
  [{ 'INPUT_MAX-COST-USD': '-1' }, 'input `max-cost-usd` must be a number above 0'],
  [{ 'INPUT_MAX-COST-USD': 'Infinity' }, 'input `max-cost-usd` must be a number above 0'],
])('%j', (env, message) => {
  expect(() => readInputs(env)).toThrow(message)
})

test('all invalid inputs are reported together', () => {
  expect(() => readInputs({ INPUT_DRAFT: 'yes', 'INPUT_MAX-STEPS': '0' })).toThrow(/draft.*max-steps/)
})

test.each([
  ['https://prentice.example.com/', 'https://prentice.example.com'],
  ['https://example.com/prentice//', 'https://example.com/prentice'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://[::1]:3000/', 'http://[::1]:3000'],
])('%s is the audience %s', (given, audience) => {
  expect(readInputs({ 'INPUT_APP-URL': given })['app-url']).toBe(audience)
})

test.each([
  [{ INPUT_RUN: 'r1' }, '`app-url` is empty'],
  [{ 'INPUT_APP-URL': 'https://prentice.example.com' }, '`run` and `prompt` are both empty'],
  [{ INPUT_PROMPT: ' \n' }, '`run` and `prompt` are both empty'],
  [{ INPUT_PROMPT: 'Do it' }, '`model` is empty'],
  [{ INPUT_PROMPT: 'Do it', INPUT_MODEL: 'anthropic/x' }, '`github-token` is empty'],
])('no way to work with %j', (env, message) => {
  expect(() => chooseMode(readInputs(env), 'workflow_dispatch')).toThrow(message)
})

test('a run goes before a prompt, and a prompt with an app is registered', () => {
  const app = { 'INPUT_APP-URL': 'https://prentice.example.com', INPUT_PROMPT: 'Do it' }
  expect(chooseMode(readInputs({ ...app, INPUT_RUN: 'r1' }), 'issues')).toMatchObject({
    kind: 'claim',
    run: 'r1',
  })
  expect(chooseMode(readInputs({ ...app, INPUT_DRAFT: 'true', INPUT_REF: 'next' }), 'issues')).toMatchObject({
    kind: 'register',
    request: { protocol: 1, prompt: 'Do it', draft: true, ref: 'next' },
  })
})

test('a comment says what to do, whatever the input `prompt` is', () => {
  const inputs = { INPUT_PROMPT: 'Do it', INPUT_MODEL: 'anthropic/x', 'INPUT_GITHUB-TOKEN': 't' }
  expect(chooseMode(readInputs(inputs), 'issue_comment')).toMatchObject({ kind: 'standalone', prompt: null })
  expect(chooseMode(readInputs(inputs), 'schedule')).toMatchObject({ kind: 'standalone', prompt: 'Do it' })
})
