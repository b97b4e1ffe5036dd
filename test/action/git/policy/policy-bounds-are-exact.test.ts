import { expect, test } from 'vitest'
import type { Change } from '../../../../src/action/git/diff/change.ts'
import {
  describeRefusals,
  describeVerdict,
  pathPolicy,
  type RefusedPath,
} from '../../../../src/action/git/policy/path-policy.ts'
import { planPublish } from '../../../../src/action/git/policy/plan-publish.ts'
import { indexSecrets } from '../../../../src/action/secrets/secret-index.ts'
import type { PublishRules } from '../../../../src/contract/runner-protocol/publish.ts'

const RULES: PublishRules = {
  allowedPaths: [],
  unprotectedPaths: [],
  protectedPaths: [],
  maxFiles: 10,
  maxBytes: 1000,
}
const SECRET = 'a-secret-of-this-run'

const changed = (path: string, more: Partial<Change> = {}): Change => ({
  path,
  oldPath: null,
  kind: 'modified',
  oldMode: '100644',
  newMode: '100644',
  oldSize: 1,
  newSize: 1,
  additions: 1,
  deletions: 1,
  addedLines: [],
  ...more,
})

const plan = (changes: Change[], rules: Partial<PublishRules> = {}) =>
  planPublish({
    ...{ changes, rules: { ...RULES, ...rules }, links: [], gitFolders: new Set(), filters: new Map() },
    secrets: indexSecrets([SECRET]),
  })

/** What stands in the way, or how many files are published. */
const outcome = (changes: Change[], rules: Partial<PublishRules> = {}) => {
  const judged = plan(changes, rules)
  return judged.kind === 'refuse'
    ? judged.refusal.detail
    : judged.kind === 'publish'
      ? judged.files
      : 'nothing'
}

test('as many files and bytes as the rules allow are published', () => {
  expect(outcome([changed('a'), changed('b')], { maxFiles: 2 })).toBe(2)
  expect(outcome([changed('a'), changed('b')], { maxFiles: 1 })).toBe('it has 2 files, and `max-files` is 1')
  const bytes = [changed('a', { newSize: 600 }), changed('b', { newSize: 400 })]
  expect(outcome(bytes, { maxBytes: 1000 })).toBe(2)
  expect(outcome(bytes, { maxBytes: 999 })).toBe('its files have 1000 bytes, and `max-bytes` is 999')
})

test('a single file whose lines were not read refuses the change', () => {
  expect(outcome([changed('a'), changed('b', { addedLines: null })])).toBe(
    'its diff is too long to be searched for secrets',
  )
})

test('five secrets are named, and the others counted', () => {
  const secrets = (count: number) =>
    changed('a', { addedLines: Array.from({ length: count }, (_, i) => ({ number: i + 1, text: SECRET })) })
  const named = [1, 2, 3, 4, 5].map((line) => `a secret of this run in a, line ${line}`).join('; ')
  expect(outcome([secrets(5)])).toBe(named)
  expect(outcome([secrets(6)])).toBe(`${named}; and 1 more`)
  expect(outcome([secrets(8)])).toBe(`${named}; and 3 more`)
})

test('a secret in a path is named without a line', () => {
  expect(outcome([changed(`x/${SECRET}`)])).toBe('a secret of this run in x/***')
})

test('an executable that stays one neither gains nor loses its bit', () => {
  const same = changed('same.sh', { oldMode: '100755', newMode: '100755' })
  const gained = changed('new.sh', { oldMode: null, newMode: '100755' })
  expect(outcome([same])).toBe(1)
  expect(outcome([same, gained])).toBe('a new executable bit at new.sh')
})

test('a submodule may be deleted, and not replaced', () => {
  expect(outcome([changed('a', { kind: 'deleted', oldMode: '160000', newMode: null })])).toBe(1)
  expect(outcome([changed('a', { oldMode: '160000' })])).toBe('a nested repository or submodule at a')
})

test.each<[string, Partial<PublishRules>, RefusedPath['verdict'] | 'writable']>([
  ['src/a.ts', {}, 'writable'],
  ['.git/config', {}, 'forbidden'],
  ['a/.git', {}, 'forbidden'],
  ['../a', {}, 'forbidden'],
  ['.git/config', { unprotectedPaths: ['.git'] }, 'forbidden'],
  ['AGENTS.md', {}, 'protected'],
  ['AGENTS.md..', {}, 'protected'],
  ['AGENTS.md. .', {}, 'protected'],
  ['docs/rules.md', { protectedPaths: ['././docs/rules.md'] }, 'protected'],
  ['docs/rules.md', { protectedPaths: ['//docs/rules.md'] }, 'protected'],
  ['src/a.ts', { allowedPaths: ['docs'] }, 'outside'],
  ['docs/a.md', { allowedPaths: ['docs'] }, 'writable'],
  ['Docs/a.md', { allowedPaths: ['docs'] }, 'outside'],
  // Of several globs the last one that matches counts, also below a folder that an earlier one names.
  ['docs/old/b.md', { allowedPaths: ['docs/', '!docs/old/'] }, 'outside'],
  ['docs/old/b.md', { allowedPaths: ['docs/**', '!docs/old/**'] }, 'outside'],
  ['docs/new/b.md', { allowedPaths: ['docs/**', '!docs/old/**'] }, 'writable'],
  ['docs/old/b.md', { allowedPaths: ['docs/**', '!docs/old/**', 'docs/old/b.md'] }, 'writable'],
  // Brackets have no meaning in a glob.
  ['app/[id]/page.tsx', { allowedPaths: ['app/[id]/*.tsx'] }, 'writable'],
  ['app/i/page.tsx', { allowedPaths: ['app/[id]/*.tsx'] }, 'outside'],
  // Linux opens no longer path, and globs match none.
  [`${'a/'.repeat(2046)}.git`, {}, 'forbidden'],
  ['a'.repeat(4096), {}, 'writable'],
  ['a'.repeat(4097), {}, 'forbidden'],
  ['ß'.repeat(2049), {}, 'forbidden'],
  // A name of which nothing is left stays what it is.
  [':stream', {}, 'writable'],
  ['a/. /b', {}, 'writable'],
])('%s is judged by %j: %s', (path, rules, verdict) => {
  expect(pathPolicy({ ...RULES, ...rules }, [])(path)?.verdict ?? 'writable').toBe(verdict)
})

test('each verdict names the setting that helps', () => {
  expect(describeVerdict({ path: 'AGENTS.md', verdict: 'protected', link: null })).toBe(
    'protected: only `paths.unprotect` in the project settings allows it',
  )
  for (const path of ['.github/workflows/ci.yml', '.GitHub/Workflows/a'])
    expect(describeVerdict({ path, verdict: 'protected', link: null })).toBe(
      'a workflow file, which a person has to change',
    )
  expect(describeVerdict({ path: '.github/workflows', verdict: 'protected', link: null })).toContain(
    'paths.unprotect',
  )
  expect(describeVerdict({ path: 'a', verdict: 'outside' })).toBe(
    'not among the paths that `paths.allow` or `working-directory` in the project settings names',
  )
  expect(describeVerdict({ path: '.git/a', verdict: 'forbidden' })).toBe(
    'part of a git directory, which no setting allows',
  )
})

test('refused paths are grouped by verdict, each path once', () => {
  const refused = [
    { path: 'a', verdict: 'forbidden' },
    { path: 'b', verdict: 'outside' },
    { path: 'a', verdict: 'forbidden' },
    { path: 'c', verdict: 'forbidden' },
  ] as const
  expect(describeRefusals(refused)).toBe(
    `a, c (${describeVerdict({ path: '.git/a', verdict: 'forbidden' })}); b (${describeVerdict({ path: 'a', verdict: 'outside' })})`,
  )
})

test.each<[string, string[], string[], string[]]>([
  [
    'a file',
    ['.vscode/**', '!.vscode/tasks.json'],
    ['.vscode/settings.json', '.vscode/tasks.json.bak'],
    [
      ...['tasks.json', 'Tasks.json', 'tasks.json.', 'tasks.json::$DATA', 'ta\u200Csks.json'],
      ...['ta\u017Fk\u017F.json', 'TASKS~1.JSO', 'tasks.json/x'],
    ].map((name) => `.vscode/${name}`),
  ],
  [
    'a folder',
    ['.github/**', '!.github/workflows/**'],
    ['.github/labeler.yml', '.github/a/WORKFL~1'],
    [
      '.github/workflows/a.yml',
      '.github/WORKFL~1/a.yml',
      '.github/WORKFLOWS/a.yml',
      '.github/workflows./a.yml',
    ],
  ],
  [
    'a name at any depth',
    ['.vscode/**', '!tasks.json'],
    ['.vscode/settings.json'],
    ['.vscode/Tasks.json', '.vscode/a/TASKS~1.JSO', '.vscode/tasks.json/x'],
  ],
  [
    'what a later glob includes again',
    ['.vscode/**', '!.vscode/TASKS.json', '.vscode/tasks.json'],
    ['.vscode/tasks.json'],
    ['.vscode/TASKS.json', '.vscode/Tasks.json'],
  ],
])('%s that is excluded stays protected in every spelling', (_, globs, open, closed) => {
  const judge = pathPolicy({ ...RULES, unprotectedPaths: globs }, [])
  for (const path of open) expect(judge(path), path).toBeNull()
  for (const path of closed) expect(judge(path), path).toMatchObject({ verdict: 'protected' })
})

test('a path that `paths.allow` excludes stays excluded in every spelling', () => {
  const judge = pathPolicy({ ...RULES, allowedPaths: ['docs/**', '!docs/old/**', '!docs/\u00E9'] }, [])
  for (const path of ['docs/a', 'docs/older/x', 'docs/new/a']) expect(judge(path), path).toBeNull()
  const names = ['old/x', 'OLD/x', 'old./x', 'old:s/x', 'o\u200Cld/x', 'OLD~1/x', 'e\u0301', '\u00C9']
  for (const path of [...names.map((name) => `docs/${name}`), 'Docs/a'])
    expect(judge(path), path).toMatchObject({ verdict: path.includes('~') ? 'protected' : 'outside' })
})
