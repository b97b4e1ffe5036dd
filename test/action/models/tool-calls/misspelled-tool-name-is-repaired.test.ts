import { expect, it } from 'vitest'
import { normalizeMessages } from '../../../../src/action/models/request/normalize-messages.ts'
import { repairToolName } from '../../../../src/action/models/tool-calls/repair-tool-name.ts'
import { call, finish, PROVIDERS, runScript } from '../../../support/action/scripted-run.ts'

const GREET = { path: 'hello.txt', old: 'hello', new: 'hello you' }

it.concurrent.each(PROVIDERS)('$provider: makes the call, and says it back by its name', async (wire) => {
  const { files, requests } = await runScript({
    wire,
    turns: [
      call(['functions.edit', GREET], ['read_file', { path: 'hello.txt' }], ['my tool!', {}]),
      finish(),
    ],
  })
  expect(files['hello.txt']).toBe('hello you\n')
  const names = [...(requests[1] ?? '').matchAll(/"name":"([^"]+)"/g)].map(([, name = '']) => name)
  expect(names.filter((name) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name))).toEqual([])
  expect(requests[1]).toMatch(/There is no such tool\. The tools are /)
})

it.each([
  ['functions.edit', 'edit'],
  ['default_api:multi-edit', 'multi_edit'],
  [' Multi Edit ', 'multi_edit'],
  ['tools/edit', 'edit'],
  ['edit', 'edit'],
  ['str_replace', 'edit'],
  ['functions.replace', 'edit'],
  ['edits', null],
  // That is for regular expressions.
  ['grep', null],
  // There is no such tool here.
  ['read_file', null],
  ['', null],
  ['.', null],
  ['constructor', null],
])('%j means %s', (written, name) => {
  expect(repairToolName(written, ['edit', 'multi_edit'])).toBe(name)
})

it('finds the name behind millions of marks', () => {
  expect(repairToolName(`${'.'.repeat(5_000_000)}edit`, ['edit', 'multi_edit'])).toBe('edit')
})

it('renames a call and its result alike', () => {
  const [, asked, answered] = normalizeMessages([
    { role: 'user', content: 'a' },
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: '1', toolName: 'a b.c', input: {} }] },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: '1', toolName: 'a b.c', output: { type: 'text', value: 'no' } },
      ],
    },
  ])
  expect(asked).toMatchObject({ content: [{ toolName: 'a_b_c' }] })
  expect(answered).toMatchObject({ content: [{ toolName: 'a_b_c' }] })
})
