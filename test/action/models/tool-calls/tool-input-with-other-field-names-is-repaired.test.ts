import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ALL_TOOLS } from '../../../../src/action/agent/tools/toolset.ts'
import { repairToolInput } from '../../../../src/action/models/tool-calls/repair-tool-input.ts'
import { call, FINISH, finish, PROVIDERS, runScript } from '../../../support/action/scripted-run.ts'

const meant = (tool: string, input: unknown): unknown => {
  const spec = ALL_TOOLS.find(({ name }) => name === tool)
  if (spec === undefined) throw new Error(`there is no tool ${tool}`)
  return repairToolInput(input, z.toJSONSchema(spec.input, { target: 'draft-7', io: 'input' }))
}

describe.concurrent('a call in the words of another agent', () => {
  it.each(PROVIDERS)('$provider: is executed, and shown to the model with our field names', async (wire) => {
    const { files, requests, events, outcome } = await runScript({
      wire,
      files: { 'hello.txt': 'hello\nhello\n', 'docs/a.md': 'a\n' },
      instructionsIn: { docs: [{ path: 'docs/AGENTS.md', text: 'Use tabs.' }] },
      turns: [
        call(['read', { file_path: 'docs/a.md', offset: 1, limit: 10 }]),
        call(['edit', { file_path: 'hello.txt', old_string: 'hello', new_string: 'bye', replace_all: true }]),
        call(['write', { filePath: 'b.txt', content: 'b\n' }]),
        call(['move', { source: 'b.txt', destination: 'c.txt' }]),
        finish(),
      ],
    })
    expect(files).toMatchObject({ 'hello.txt': 'bye\nbye\n', 'c.txt': 'b\n' })
    expect(outcome.reason).toBeNull()
    expect(requests[1]).toContain('Use tabs.')
    expect(requests.at(-1)).not.toMatch(/old_string|replace_all|filePath|destination/)
    const targets = events.flatMap((event) => (event.type === 'tool' ? [event.target] : []))
    expect(targets.slice(0, 4)).toEqual(['docs/a.md', 'hello.txt', 'b.txt', 'b.txt to c.txt'])
  })

  it('finishes without a commit message, and commits under the title', async () => {
    const { commit_message: _, ...said } = FINISH
    const { outcome } = await runScript({ turns: [call(['finish', { ...said, no_change: true }])] })
    expect(outcome).toMatchObject({ reason: null, title: FINISH.title, commitMessage: FINISH.title })
  })

  it('still names what is missing', async () => {
    const { requests } = await runScript({
      turns: [call(['edit', { file_path: 'hello.txt', new_string: 'bye' }]), finish()],
    })
    expect(requests[1]).toContain('The call of edit is not valid. `old`: ')
  })
})

const EDIT = { path: 'a', old: 'b', new: 'c' }

it.each([
  ['edit', { path: 'a', old_str: 'b', new_str: 'c' }, EDIT],
  ['edit', { Path: 'a', oldString: 'b', newString: 'c', replaceAll: true }, { ...EDIT, all: true }],
  ['edit', { path: null, file: 'a', search: 'b', replace: 'c' }, EDIT],
  ['edit', '{"file_path": "a", "old": "b", "new": "c"}', EDIT],
  ['run', { cmd: 'make' }, { command: 'make' }],
  // What has its right name is not taken for another.
  ['edit', { ...EDIT, file_path: 'x' }, { ...EDIT, file_path: 'x' }],
  ['search', { pattern: 'a', path: 'src', glob: '*.ts' }, { pattern: 'a', path: 'src', glob: '*.ts' }],
  ['search', { query: 'a', include: '*.ts', '-i': true }, { pattern: 'a', glob: '*.ts', ignore_case: true }],
  ['list', { dir_path: 'src', glob: '*.ts' }, { path: 'src', pattern: '*.ts' }],
  [
    'multi_edit',
    { file_path: 'a', edits: '[{"old_string": "b", "new_string": "c", "all": null}]' },
    { path: 'a', edits: [{ old: 'b', new: 'c' }] },
  ],
  ['apply_patch', { input: '*** Begin Patch' }, { patch: '*** Begin Patch' }],
  ['write', { path: 'a', content: '[1, 2]' }, { path: 'a', text: '[1, 2]' }],
  ['move', { path: 'a', new_path: 'b' }, { from: 'a', to: 'b' }],
  ['delete', { target_file: 'a' }, { path: 'a' }],
  ['git_log', { limit: 5 }, { count: 5 }],
  ['git_show', { sha: 'abcd' }, { commit: 'abcd' }],
  [
    'finish',
    { title: 'T', commitMessage: 'M', noChange: true },
    { title: 'T', commit_message: 'M', no_change: true },
  ],
  ['read', { path: 'a', from: '10', lines: ' 5 ' }, { path: 'a', from: 10, lines: 5 }],
  ['read', { path: 'a', from: 0, column: '0' }, { path: 'a', from: 1, column: 1 }],
  ['read', { path: 'a', from: -3, lines: 0 }, { path: 'a', from: -3, lines: 0 }],
  ['read', { path: 'a', from: 'ten', lines: '' }, { path: 'a', from: 'ten', lines: '' }],
  ['search', { pattern: '10', regex: 'true' }, { pattern: '10', regex: true }],
  ['search', { pattern: 'true', ignore_case: 'False' }, { pattern: 'true', ignore_case: false }],
  ['edit', { ...EDIT, all: 'every' }, { ...EDIT, all: 'every' }],
  [
    'multi_edit',
    { path: 'a', edits: [{ old: '1', new: '2', all: 'true' }] },
    { path: 'a', edits: [{ old: '1', new: '2', all: true }] },
  ],
  // https://github.com/earendil-works/pi/issues/8521
  [
    'multi_edit',
    { path: 'a', edits: '[{"old": "1\n\t2", "new": "3"}]' },
    { path: 'a', edits: [{ old: '1\n\t2', new: '3' }] },
  ],
  // https://github.com/openclaw/openclaw/pull/100811
  ...[{ edits: [{ old: '1', new: '2' }] }, JSON.stringify({ edits: [{ old: '1', new: '2' }] })].map(
    (edits) =>
      ['multi_edit', { path: 'a', edits }, { path: 'a', edits: [{ old: '1', new: '2' }] }] as [
        string,
        unknown,
        unknown,
      ],
  ),
  // One entry, whose own field is not the list.
  ['multi_edit', { path: 'a', edits: { old: ['1'] } }, { path: 'a', edits: [{ old: ['1'] }] }],
  ['multi_edit', { path: 'a', edit: { old: '1', new: '2' } }, { path: 'a', edits: [{ old: '1', new: '2' }] }],
  ['list', { relative_workspace_path: 'src' }, { path: 'src' }],
  ['search', { Query: 'a', SearchPath: 'src' }, { pattern: 'a', path: 'src' }],
  ['edit', ['a'], ['a']],
  ['edit', '{"path"', '{"path"'],
  ['edit', null, null],
  ['edit', { constructor: 'a', __proto__: null }, { constructor: 'a' }],
])('%s %j means %j', (tool, written, understood) => {
  expect(meant(tool, written)).toEqual(understood)
})

it.each([
  [
    'read',
    { path: 'a', start_line_one_indexed: 3, end_line_one_indexed_inclusive: 5 },
    { from: 3, lines: 3 },
  ],
  ['read', { path: 'a', startLine: '3', endLine: '3' }, { from: 3, lines: 1 }],
  ['read', { path: 'a', end_line: 5 }, { from: 1, lines: 5 }],
  ['read', { path: 'a', offset: 3, end_line: 2 }, { from: 3 }],
  ['read', { path: 'a', view_range: [3, 5] }, { from: 3, lines: 3 }],
  ['read', { path: 'a', read_range: [3, -1] }, { from: 3 }],
  ['read', { path: 'a', from: 3, lines: 9, end_line: 5 }, { from: 3, lines: 9, end_line: 5 }],
  ['read', { path: 'a', view_range: [] }, { view_range: [] }],
  ['run', { command: ['bash', '-lc', 'a | b'] }, { command: 'a | b' }],
  ['run', { command: ['/bin/sh', '-c', 'a'] }, { command: 'a' }],
  ['run', { cmd: ['grep', "it's", 'a.txt'] }, { command: `grep 'it'\\''s' a.txt` }],
  ['run', { command: ['bash', '-x', 'a.sh'] }, { command: 'bash -x a.sh' }],
  ['run', { command: ['a', 1] }, { command: ['a', 1] }],
  ['run', { command: [] }, { command: [] }],
  ['run', { command: 'a\nb', workdir: 'x y' }, { command: "cd -- 'x y' || exit\na\nb" }],
  ['run', { command: 'a', cwd: '.' }, { command: 'a' }],
])('%s %j is of another shape, and means the same when it is read again', (tool, written, understood) => {
  const once = meant(tool, written)
  expect(once).toEqual({ ...('path' in written && { path: 'a' }), ...understood })
  expect(meant(tool, once)).toEqual(once)
})
