import { expect, test } from 'vitest'
import type { Change } from '../../../../src/action/git/diff/change.ts'
import { planPublish } from '../../../../src/action/git/policy/plan-publish.ts'
import { indexSecrets } from '../../../../src/action/secrets/secret-index.ts'
import type { PublishRules } from '../../../../src/contract/runner-protocol/publish.ts'
import { isWritable } from '../../../support/action/is-writable.ts'

const RULES = { allowedPaths: [], unprotectedPaths: [], protectedPaths: [], maxFiles: 10, maxBytes: 1000 }

function changed(path: string, more: Partial<Change> = {}): Change {
  return {
    path,
    oldPath: null,
    kind: 'modified',
    oldMode: '100644',
    newMode: '100644',
    oldSize: 10,
    newSize: 12,
    additions: 1,
    deletions: 1,
    addedLines: [{ number: 1, text: 'harmless' }],
    ...more,
  }
}

const plan = (changes: Change[], rules: Partial<PublishRules> = {}) =>
  planPublish({
    ...{ changes, rules: { ...RULES, ...rules }, links: [], gitFolders: new Set(), filters: new Map() },
    secrets: indexSecrets(['a-secret-of-this-run']),
  })

test('without a change there is nothing to publish', () => {
  expect(plan([])).toEqual({ kind: 'nothing' })
})

test('a plain change is published and counted', () => {
  expect(plan([changed('a.ts'), changed('b.ts', { additions: 4, deletions: 0 })])).toEqual({
    kind: 'publish',
    files: 2,
    additions: 5,
    deletions: 1,
  })
})

test.each([
  ['a new link', changed('a', { oldMode: null, newMode: '120000' }), 'symbolic link at a'],
  ['a changed link', changed('a', { oldMode: '120000', newMode: '120000' }), 'symbolic link at a'],
  ['a submodule', changed('a', { oldMode: null, newMode: '160000' }), 'submodule at a'],
  ['a file in place of a submodule', changed('a', { oldMode: '160000' }), 'submodule at a'],
  ['an executable bit', changed('a', { newMode: '100755' }), 'executable bit at a'],
  ['a new program', changed('a\nb', { oldMode: null, newMode: '100755' }), 'executable bit at "a\\nb"'],
])('%s is refused', (_, change, words) => {
  const refused = plan([changed('fine.ts'), change])
  expect(refused).toMatchObject({ kind: 'refuse', reason: { code: 'change-unsafe' } })
  expect(refused.kind === 'refuse' && refused.reason.message).toContain(words)
})

test('a link may be deleted, a program changed, and an executable bit removed', () => {
  const changes = [
    changed('link', { kind: 'deleted', oldMode: '120000', newMode: null }),
    changed('run.sh', { oldMode: '100755', newMode: '100755' }),
    changed('no-run.sh', { oldMode: '100755', newMode: '100644' }),
  ]
  expect(plan(changes).kind).toBe('publish')
})

test.each<[string, boolean, Partial<PublishRules>, Change[]]>([
  [
    'a program that was moved and rewritten',
    true,
    {},
    [
      changed('old.sh', { kind: 'deleted', oldMode: '100755', newMode: null }),
      changed('new.sh', { kind: 'added', oldMode: null, newMode: '100755' }),
    ],
  ],
  [
    'a program whose old path has a text now',
    true,
    {},
    [
      changed('a', { oldMode: '100755', newMode: '100644' }),
      changed('b', { oldMode: null, newMode: '100755' }),
    ],
  ],
  [
    'two programs for one',
    false,
    {},
    [
      changed('old.sh', { kind: 'deleted', oldMode: '100755', newMode: null }),
      changed('a.sh', { kind: 'added', oldMode: null, newMode: '100755' }),
      changed('b.sh', { kind: 'added', oldMode: null, newMode: '100755' }),
    ],
  ],
  ['a new program', false, {}, [changed('a.sh', { oldMode: null, newMode: '100755' })]],
  [
    'a new program where the project allows them',
    true,
    { executableScripts: true },
    [changed('a.sh', { oldMode: null, newMode: '100755' })],
  ],
])('%s is published: %s', (_, isPublished, rules, changes) => {
  expect(plan(changes, rules).kind).toBe(isPublished ? 'publish' : 'refuse')
})

test('a file may not be moved from a protected path', () => {
  const moved = changed('elsewhere.yml', { kind: 'renamed', oldPath: '.github/workflows/ci.yml' })
  expect(plan([moved])).toMatchObject({ kind: 'refuse', reason: { code: 'path-protected' } })
})

test('allowed paths restrict the rest, and unprotect nothing', () => {
  const rules = { ...RULES, allowedPaths: ['/docs/', '*.md', '!secret.md'] }
  expect(isWritable('docs/a/b.txt', rules)).toBe(true)
  expect(isWritable('README.md', rules)).toBe(true)
  expect(isWritable('secret.md', rules)).toBe(false)
  expect(isWritable('src/a.ts', rules)).toBe(false)
  expect(isWritable('AGENTS.md', rules)).toBe(false)
})

test("git's own folder and ways out of the root are never writable", () => {
  const rules = { ...RULES, unprotectedPaths: ['.git', '/.github/'] }
  for (const path of ['.git/config', 'sub/.GIT/hooks/x', '../x', '/etc/passwd', '', './a']) {
    expect(isWritable(path, rules), path).toBe(false)
  }
  expect(isWritable('.gitignore', rules)).toBe(true)
})

test.each([
  ['files', [changed('a'), changed('b')], { maxFiles: 1 }, 'it has 2 files, and `max-files` is 1.'],
  [
    'bytes',
    [changed('a', { newSize: 600 }), changed('b', { newSize: 600 })],
    {},
    '1200 bytes, and `max-bytes` is 1000.',
  ],
  ['lines to look at', [changed('a', { addedLines: null })], {}, 'too long to be searched'],
])('too many %s are refused', (_, changes, rules, words) => {
  const refused = plan(changes, rules)
  expect(refused).toMatchObject({ kind: 'refuse', reason: { code: 'change-too-large' } })
  expect(refused.kind === 'refuse' && refused.reason.message).toContain(words)
})

test('a path that `paths.allow` does not name is refused by that key', () => {
  const refused = plan([changed('src/a.ts'), changed('AGENTS.md'), changed('b.txt')], {
    allowedPaths: ['/docs/'],
  })
  expect(refused).toMatchObject({ kind: 'refuse', reason: { code: 'path-protected' } })
  expect(refused.kind === 'refuse' && refused.reason.message).toContain(
    'src/a.ts, b.txt (not among the paths that `paths.allow` or `working-directory` in the project settings names); AGENTS.md (protected: only `paths.unprotect` in the project settings allows it). ',
  )
})

test('a secret is refused by file and line, and not repeated', () => {
  const refused = plan([
    changed('a.ts', { addedLines: [{ number: 41, text: 'k = "a-secret-of-this-run"' }] }),
  ])
  expect(refused).toMatchObject({ kind: 'refuse', reason: { code: 'secret-found' } })
  expect(refused.kind === 'refuse' && refused.reason.message).toContain(
    'a secret of this run in a.ts, line 41',
  )
  expect(JSON.stringify(refused)).not.toContain('a-secret-of-this-run')
})

test('a job for some files changes, moves and adds no other files', () => {
  const rules = { files: ['docs/a.md', 'docs/[b].md'] }
  const kindOf = (...changes: Change[]) => plan(changes, rules).kind
  expect(kindOf(changed('docs/a.md'), changed('docs/[b].md'))).toBe('publish')
  expect(kindOf(changed('docs/a.md'), changed('docs/b.md'))).toBe('refuse')
  expect(kindOf(changed('docs/a.md', { oldPath: 'docs/c.md' }))).toBe('refuse')
  expect(kindOf(changed('docs/new.md', { oldMode: null, kind: 'added' }))).toBe('refuse')
  expect(plan([changed('docs/c.md')], rules)).toMatchObject({
    reason: { message: expect.stringContaining('not one of the files that this job is for') },
  })
})

test('the files of a job stay within the rules of the project', () => {
  const files = ['docs/a.md', 'src/a.ts', '.github/workflows/ci.yml']
  const kindOf = (path: string) => plan([changed(path)], { files, allowedPaths: ['docs/'] }).kind
  expect(kindOf('docs/a.md')).toBe('publish')
  expect(kindOf('src/a.ts')).toBe('refuse')
  expect(plan([changed('.github/workflows/ci.yml')], { files }).kind).toBe('refuse')
})
