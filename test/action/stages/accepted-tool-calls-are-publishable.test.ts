import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { readChanges } from '../../../src/action/git/diff/read-changes.ts'
import {
  type Call,
  makeExecutable,
  move,
  OTHER_SCRIPT,
  openCase,
  patch,
  RULES,
  remove,
  SCRIPT,
  TEXT,
  UNTRACKED,
  write,
} from './publish-case.ts'
import { expectSafeSequences } from './safe-sequences.ts'

const modes = (changes: Awaited<ReturnType<typeof readChanges>>['changes']) =>
  Object.fromEntries(changes.map(({ path, newMode }) => [path, newMode]))

test('an executable file that is moved stays executable, whatever git takes for its source', async () => {
  const { plan } = await openCase()
  const cases: [string, readonly Call[], Readonly<Record<string, string | null>>][] = [
    [
      'moved and rewritten',
      [move('run.sh', 'scripts/go.sh'), write('scripts/go.sh', OTHER_SCRIPT)],
      { 'run.sh': null, 'scripts/go.sh': '100755' },
    ],
    [
      'moved by a patch and rewritten',
      [
        patch('*** Update File: run.sh', '*** Move to: go.sh', '@@', ' #!/bin/sh', '-echo line 0', '+true'),
        write('go.sh', OTHER_SCRIPT),
      ],
      { 'run.sh': null, 'go.sh': '100755' },
    ],
    [
      'moved, and a text written to its old path',
      [move('run.sh', 'go.sh'), write('run.sh', TEXT)],
      { 'run.sh': '100644', 'go.sh': '100755' },
    ],
    [
      'moved, and an equal file that is not executable deleted',
      [move('run.sh', 'go.sh'), remove('copy.sh')],
      { 'go.sh': '100755' },
    ],
  ]
  for (const [name, calls, expected] of cases) {
    const { results, changes, verdict } = await plan(calls, RULES)
    expect([name, ...results.map(({ ok, text }) => (ok ? 'ok' : text))]).toEqual([
      name,
      ...calls.map(() => 'ok'),
    ])
    expect([name, verdict.kind]).toEqual([name, 'publish'])
    expect({ name, ...modes(changes) }).toMatchObject({ name, ...expected })
  }
})

describe('a script', () => {
  const calls = [write('new.sh', SCRIPT), makeExecutable('new.sh')]

  test('becomes executable if the settings allow it', async () => {
    const { plan } = await openCase()
    const allowed = await plan(calls, { ...RULES, executableScripts: true })
    expect(allowed.results.at(-1)).toEqual({ ok: true, text: 'new.sh is executable now.' })
    expect(modes(allowed.changes)).toEqual({ 'new.sh': '100755' })
    expect(allowed.verdict.kind).toBe('publish')

    const forbidden = await plan(calls, RULES)
    expect(forbidden.results.at(-1)).toMatchObject({
      ok: false,
      text: expect.stringContaining('`executable-scripts: true` in the project settings'),
    })
    expect(modes(forbidden.changes)).toEqual({ 'new.sh': '100644' })
    expect(forbidden.verdict.kind).toBe('publish')
  })

  test('is nothing else than a regular file with a shebang', async () => {
    const { plan } = await openCase()
    const paths = ['README.md', 'link', 'src', 'no.sh', 'vendor/lib/a.sh', 'run.sh']
    const { results, changes } = await plan(paths.map(makeExecutable), { ...RULES, executableScripts: true })
    expect(results).toEqual([
      { ok: false, text: expect.stringContaining('does not start with `#!`') },
      { ok: false, text: expect.stringContaining('is a symbolic link') },
      { ok: false, text: expect.stringContaining('is a folder') },
      { ok: false, text: expect.stringContaining('does not exist') },
      { ok: false, text: expect.stringContaining('is a submodule') },
      { ok: true, text: 'run.sh is already executable.' },
    ])
    expect(changes).toEqual([])
  })
})

test('an executable file that is not in the repository cannot be moved into it', async () => {
  const { plan, root } = await openCase()
  const calls = UNTRACKED.map((path, at) => move(path, `scripts/${at}.sh`))
  const { results, changes } = await plan(calls, RULES)
  expect(results.map(({ ok }) => ok)).toEqual([false, false])
  expect(results[0]?.text).toContain('made/out.sh is executable and was not in the repository')
  expect(changes).toEqual([])
  expect(existsSync(join(root, 'made/out.sh'))).toBe(true)
})

// More of them: long/more-sequences-are-publishable.test.ts.
test('no sequence of accepted calls ends as unsafe', async () => {
  await expectSafeSequences(8)
})
