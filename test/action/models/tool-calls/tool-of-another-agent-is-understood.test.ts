import type { ModelMessage } from 'ai'
import { expect, it } from 'vitest'
import { normalizeMessages } from '../../../../src/action/models/request/normalize-messages.ts'
import { repairToolCall } from '../../../../src/action/models/tool-calls/repair-tool-call.ts'
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

const TOOLS = ['list', 'search', 'read', 'edit', 'multi_edit', 'write', 'run', 'plan']
const repaired = (name: string, input: unknown = {}, tools = TOOLS) =>
  repairToolCall({ name, input: JSON.stringify(input) }, tools)

it.each([
  ['functions.edit', 'edit'],
  ['default_api:multi-edit', 'multi_edit'],
  [' Multi Edit ', 'multi_edit'],
  ['MultiEdit', 'multi_edit'],
  ['tools/edit', 'edit'],
  ['edit', 'edit'],
  ['str_replace', 'edit'],
  ['functions.replace', 'edit'],
  ['ReadFile', 'read'],
  ['LS', 'list'],
  ['edits', null],
  // There is no such tool here.
  ['delete_file', null],
  ['', null],
  ['.', null],
  ['constructor', null],
])('%j means %s', (written, name) => {
  expect(repaired(written)?.name ?? null).toBe(name)
})

it.each([
  ['grep', { pattern: 'a|b', path: 'src' }, 'search', { pattern: 'a|b', path: 'src', regex: true }],
  ['Grep', { pattern: 'a', '-i': true }, 'search', { pattern: 'a', '-i': true, regex: true }],
  ['grep_search', { query: 'a', isRegexp: false }, 'search', { query: 'a', isRegexp: false }],
  ['str_replace_based_edit_tool', { command: 'view', path: 'a' }, 'read', { path: 'a' }],
  [
    'str_replace_based_edit_tool',
    { command: 'view', path: 'a', view_range: [3, 5] },
    'read',
    { path: 'a', view_range: [3, 5] },
  ],
  [
    'str_replace_based_edit_tool',
    { command: 'str_replace', path: 'a', old_str: 'b', new_str: 'c' },
    'edit',
    { path: 'a', old_str: 'b', new_str: 'c' },
  ],
  ['bash', { command: 'make' }, 'run', { command: 'make' }],
  ['multiedit', { file_path: 'a', edits: [] }, 'multi_edit', { file_path: 'a', edits: [] }],
  ['edit_file', { path: 'a', edits: [] }, 'multi_edit', { path: 'a', edits: [] }],
  ['StrReplaceFile', { path: 'a', edit: {} }, 'multi_edit', { path: 'a', edit: {} }],
  ['replace_string_in_file', { filePath: 'a' }, 'edit', { filePath: 'a' }],
  [
    'WriteFile',
    { path: 'a', content: 'b', mode: 'overwrite' },
    'write',
    { path: 'a', content: 'b', mode: 'overwrite' },
  ],
  ['glob_file_search', { glob_pattern: '*.ts' }, 'list', { glob_pattern: '*.ts' }],
  ['grep_files', { pattern: 'a' }, 'search', { pattern: 'a', regex: true }],
  [
    'update_plan',
    {
      plan: [
        { step: 'a', status: 'completed' },
        { step: 'b', status: 'in_progress' },
      ],
    },
    'plan',
    {
      items: [
        { text: 'a', done: true },
        { text: 'b', done: false },
      ],
    },
  ],
  [
    'TodoWrite',
    {
      todos: [
        { content: 'a', status: 'pending', activeForm: 'c' },
        { title: 'b', status: 'Done' },
      ],
    },
    'plan',
    {
      items: [
        { text: 'a', done: false },
        { text: 'b', done: true },
      ],
    },
  ],
  ['write_todos', { todos: 'x' }, 'plan', { items: 'x' }],
  ['set_todo_list', {}, 'plan', {}],
  ['run_shell_command', { command: 'make' }, 'run', { command: 'make' }],
  [
    'str_replace_based_edit_tool',
    { command: 'create', path: 'a', file_text: 'b' },
    'write',
    { path: 'a', file_text: 'b' },
  ],
])('%s %j is made as %s %j, and said', (written, input, name, made) => {
  const call = repaired(written, input)
  expect(call).toMatchObject({ name, note: expect.stringMatching(/^`[a-z_]+` was made as `[a-z_]+`/) })
  expect(JSON.parse(call?.input ?? '')).toEqual(made)
})

it.each([
  ['str_replace_based_edit_tool', { command: 'insert', path: 'a', insert_line: 1, new_str: 'b' }],
  ['str_replace_based_edit_tool', { command: 'undo_edit', path: 'a' }],
  ['str_replace_based_edit_tool', { path: 'a' }],
  ['str_replace_based_edit_tool', 'view'],
  ['grep', 'a'],
  // Ours would replace what is there.
  ['WriteFile', { path: 'a', content: 'b', mode: 'append' }],
  ['edit_file', { path: 'a', edits: [], dryRun: true }],
  ['edit_file', { path: 'a', edits: [], dry_run: true }],
])('%s %j is not clear', (written, input) => {
  expect(repaired(written, input)).toBeNull()
})

it('repeats only names of our own list to the model', () => {
  expect(repaired('functions.edit')?.note).toBeNull()
  expect(repaired('MultiEdit')?.note).toBeNull()
  expect(repaired('read_file')?.note).toBe('`read_file` was made as `read`.')
})

it('runs a search by regular expression, and tells the model', async () => {
  const { requests } = await runScript({
    files: { 'a.txt': 'one\ntwo\n' },
    turns: [call(['grep', { pattern: '^tw.$' }]), finish()],
  })
  expect(requests[1]).toContain('`grep` was made as `search` with `regex: true`.')
  expect(requests[1]).toContain('a.txt:2:two')
})

it('finds the name after millions of separators', () => {
  expect(repaired(`${'.'.repeat(5_000_000)}edit`)?.name).toBe('edit')
})

it('renames a call and its result alike', () => {
  const messages: ModelMessage[] = [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: '1', toolName: 'a b.c', input: {} }] },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: '1', toolName: 'a b.c', output: { type: 'text', value: 'no' } },
      ],
    },
  ]
  const rules = { provider: 'openai', isGemini: false, reasoning: 'kept', turns: 'free' } as const
  const [, asked, answered] = normalizeMessages(messages, rules)
  expect(asked).toMatchObject({ content: [{ toolName: 'a_b_c' }] })
  expect(answered).toMatchObject({ content: [{ toolName: 'a_b_c' }] })
})
