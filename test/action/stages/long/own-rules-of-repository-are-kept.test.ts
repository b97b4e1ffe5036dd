import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { AgentOutcome } from '../../../../src/action/agent/agent-host.ts'
import type { Confidentiality } from '../../../../src/action/confidential/confidentiality.ts'
import type { ControlPlane } from '../../../../src/action/control-plane/control-plane.ts'
import { followLinks } from '../../../../src/action/git/policy/follow-links.ts'
import type { ModelHandle } from '../../../../src/action/models/providers/open-model.ts'
import { openSecrets } from '../../../../src/action/secrets/secrets.ts'
import { composeWorkspace } from '../../../../src/action/stages/compose-workspace.ts'
import { plan } from '../../../../src/action/stages/plan.ts'
import type { RunContext } from '../../../../src/action/stages/run-context.ts'
import type { PublishRules } from '../../../../src/contract/runner-protocol/publish.ts'
import { READ_TOKEN } from '../../../fakes/github/one-repository.ts'
import { type Files, givenRemote, prepared } from '../../git/given-remote.ts'
import { RULES } from '../publish-case.ts'

const CRYPT = 'secrets/** filter=git-crypt diff=git-crypt\n'

/** Texts by path, `null` deletes. */
type Work = Readonly<Record<string, string | null>>

/** Why the work is not published; `null`: it is. `branch`: what the working branch has that the base lacks. */
async function refusalOf(
  base: Files,
  work: Work,
  { branch, ...rules }: Partial<PublishRules> & { readonly branch?: Files } = {},
): Promise<string | null> {
  const { workspace, prepare, commit } = await givenRemote(base)
  if (branch !== undefined) commit('prentice/abc', branch, 'main')
  const checkout = prepared(await prepare())
  for (const [path, text] of Object.entries(work)) {
    const file = join(workspace, path)
    rmSync(file, { recursive: true, force: true })
    if (text === null) continue
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const planned = await plan(
    {
      secrets: openSecrets([], () => {}),
      confidentiality: { isOn: false, redactQuotes: (text: string) => text } as Confidentiality,
      log: { info: () => {} },
    },
    checkout,
    { rules: { ...RULES, ...rules }, outcome: {} as AgentOutcome },
  )
  expect(planned.files).not.toEqual([])
  return planned.plan.kind === 'refused' ? planned.plan.reason.message : null
}

const WORDS = Array.from({ length: 20 }, (_, at) => `word ${at}\n`).join('')

test.each<[string, Files, Work, string]>([
  ['a new file', { '.gitattributes': CRYPT }, { 'secrets/new.yml': 'a: 1\n' }, 'secrets/new.yml'],
  [
    'a changed file',
    { '.gitattributes': CRYPT, 'secrets/a': '\0GITCRYPT\0x' },
    { 'secrets/a': 'a' },
    'secrets/a',
  ],
  ['attributes of a folder', { 'a/.gitattributes': 'b filter=git-crypt\n' }, { 'a/b': 'x' }, 'a/b'],
  [
    'a macro',
    { '.gitattributes': '[attr]secret filter=git-crypt diff\n*.key secret\n' },
    { 'a.key': 'x' },
    'a.key',
  ],
  ['a quoted pattern', { '.gitattributes': '"a b" filter=git-crypt\n' }, { 'a b': 'x' }, 'a b'],
  ['other case', { '.gitattributes': CRYPT }, { 'Secrets/a': 'x' }, 'Secrets/a'],
  ['an invisible character', { '.gitattributes': CRYPT }, { 'secrets\u200d/a': 'x' }, '"secrets\u200d/a"'],
  [
    'decomposed letters',
    { '.gitattributes': 'Geh\u00e4lter filter=git-crypt\n' },
    { 'Geha\u0308lter': 'x' },
    'Geha\u0308lter',
  ],
  [
    'another case of other than ASCII letters',
    { '.gitattributes': '\u00dcber/** filter=git-crypt\n' },
    { '\u00fcber/a': 'x' },
    '\u00fcber/a',
  ],
  [
    'the same in a quoted pattern',
    { '.gitattributes': '# a\n  "\\303\\234ber x/*.[a-z]" text filter=git-crypt\n' },
    { '\u00fcber x/A.K': 'x' },
    '\u00fcber x/A.K',
  ],
  [
    'decomposed letters in the pattern',
    { 'A/.gitattributes': '\ufeffGeha\u0308lter filter=git-crypt\n' },
    { 'a/GEH\u00c4LTER': 'x' },
    'a/GEH\u00c4LTER',
  ],
  [
    'attributes that the change removes',
    { '.gitattributes': CRYPT },
    { '.gitattributes': null, 'secrets/a': 'x' },
    'secrets/a',
  ],
  [
    'attributes that the change overrides',
    { '.gitattributes': CRYPT },
    { 'secrets/.gitattributes': '* -filter\n', 'secrets/a': 'x' },
    'secrets/.gitattributes, secrets/a',
  ],
  [
    'attributes that the change makes',
    { 'a.txt': 'x' },
    { '.gitattributes': '*.key filter=git-crypt\n', 'a.key': 'x' },
    'a.key',
  ],
  [
    'a file moved into the folder',
    { '.gitattributes': CRYPT, 'a.txt': WORDS },
    { 'a.txt': null, 'secrets/a.txt': WORDS },
    'secrets/a.txt',
  ],
  [
    'a file moved out of the folder',
    { '.gitattributes': CRYPT, 'secrets/a.txt': WORDS },
    { 'a.txt': WORDS, 'secrets/a.txt': null },
    'secrets/a.txt',
  ],
  [
    'attributes behind a symbolic link, which old versions of git read',
    { '.gitattributes': { link: 'config/attributes' }, 'config/attributes': CRYPT },
    { 'secrets/a': 'x' },
    'secrets/a',
  ],
  ...['secret/a', 'SECRET/x/y', 'secret./a', '\u017Fecret/a', 'Secret/a'].map(
    (path): [string, Files, Work, string] => [
      `attributes of a folder, for ${path}`,
      { 'Secret/.gitattributes': '* filter=git-crypt\n' },
      { [path]: 'x' },
      path,
    ],
  ),
  ...['.GitAttributes', '.gitattributes.', '.gitattribute\u017F'].map(
    (name): [string, Files, Work, string] => [
      `attributes in ${name}`,
      { [name]: '*.key filter=git-crypt\n' },
      { 'a.key': 'x' },
      'a.key',
    ],
  ),
  [
    'attributes beside a folder whose name is a spelling of theirs',
    {
      'a/.gitattributes': '*.key filter=git-crypt\n',
      'A/.GITATTRIBUTES/.gitattributes': '*.a text\n',
    },
    { 'A/x.key': 'x' },
    'A/x.key',
  ],
  [
    'one of several attribute files that a file system takes for one',
    {
      'secret/.gitattributes': '*.a text\n',
      'Secret/.gitattributes': '*.a -filter\n',
      'SECRET/.gitattributes': '*.a filter=git-crypt\n',
    },
    { 'sEcret/x.a': 'x' },
    'sEcret/x.a',
  ],
])('a path of a filter is refused: %s', async (_, base, work, named) => {
  const reason = await refusalOf(base, work)
  expect(reason).toContain(`${named} (assigned by .gitattributes to the filter \`git-crypt\``)
  expect(reason).toContain('a person has to commit it')
})

test('no file is published if too many spellings of one path have attributes', async () => {
  const spellings = Array.from({ length: 21 }, (_, at) =>
    [...'gitattributes'].map((letter, i) => ((at >> i) & 1 ? letter.toUpperCase() : letter)).join(''),
  )
  const files = Object.fromEntries(spellings.map((name, at) => [`.${name}`, `a${at} text\n`]))
  expect(await refusalOf(files, { b: 'x' })).toContain(
    'b (assigned by .gitattributes to the filter `unknown: more',
  )
})

test.each(['crypt', 'nbstripout', 'git-crypt-team', 'set'])(
  'a path of the filter %s is refused',
  async (filter) => {
    const reason = await refusalOf({ '.gitattributes': `*.x filter=${filter}\n` }, { 'a.x': 'x' })
    expect(reason).toContain(`a.x (assigned by .gitattributes to the filter \`${filter}\``)
  },
)

test('the attributes of the base count even if an earlier turn has removed them on the branch', async () => {
  const branch = { '.gitattributes': null, 'turn.txt': 'x' }
  expect(await refusalOf({ '.gitattributes': CRYPT }, { 'secrets/a': 'x' }, { branch })).toContain(
    'git-crypt',
  )
})

test.each<[string, string, Work]>([
  ['a file of Git LFS', '*.svg filter=lfs diff=lfs merge=lfs -text\n', { 'a.svg': 'x' }],
  ['a path that a later line excludes', `${CRYPT}secrets/README -filter\n`, { 'secrets/README': 'x' }],
  ['a path whose filter a later line resets', `${CRYPT}secrets/README !filter\n`, { 'secrets/README': 'x' }],
  ['other paths', CRYPT, { 'secrets.md': 'x', 'a/secrets/b': 'x' }],
  ['a deletion', CRYPT, { 'secrets/old': null }],
  ['line ends, ident and encodings', '* text=auto eol=lf ident working-tree-encoding=UTF-16\n', { a: 'x' }],
])('%s is published', async (_, attributes, work) => {
  expect(await refusalOf({ '.gitattributes': attributes, 'secrets/old': 'x' }, work)).toBe(null)
})

test('attributes of the git directory do not count', async () => {
  expect(await refusalOf({ 'info/attributes': '* filter=git-crypt\n' }, { a: 'x' })).toBe(null)
})

test.each<[string, Files, Work, string, string]>([
  [
    'a file',
    { 'AGENTS.md': { link: 'docs/for-ai.md' }, 'docs/for-ai.md': 'x' },
    { 'docs/for-ai.md': 'y' },
    'docs/for-ai.md',
    'AGENTS.md',
  ],
  [
    'a file that is missing',
    { 'AGENTS.md': { link: 'docs/a.md' } },
    { 'docs/a.md': 'y' },
    'docs/a.md',
    'AGENTS.md',
  ],
  [
    'a folder',
    { '.github/workflows': { link: '../ci' }, 'ci/a.yml': 'x' },
    { 'ci/new.yml': 'y' },
    'ci/new.yml',
    '.github/workflows',
  ],
  [
    'a folder, in a rule for folders',
    { '.github': { link: 'gh' }, 'gh/a.yml': 'x' },
    { 'gh/a.yml': 'y' },
    'gh/a.yml',
    '.github',
  ],
  [
    'a chain',
    { 'CLAUDE.md': { link: 'a/one' }, 'a/one': { link: '../b/two' }, 'b/two': 'x' },
    { 'b/two': 'y' },
    'b/two',
    'CLAUDE.md',
  ],
  [
    'a link in a chain that is replaced',
    { 'CLAUDE.md': { link: 'a/one' }, 'a/one': { link: '../b/two' }, 'b/two': 'x' },
    { 'a/one': 'y' },
    'a/one',
    'CLAUDE.md',
  ],
  [
    'a folder in a chain that is replaced',
    { '.husky': { link: 'dev/hooks' }, dev: { link: 'tools' }, 'tools/hooks/pre-push': 'x' },
    { dev: null, 'dev/hooks/pre-push': 'y' },
    'dev',
    '.husky',
  ],
  [
    'links through folders',
    { '.husky': { link: 'dev/hooks' }, dev: { link: 'tools' }, 'tools/hooks/pre-push': 'x' },
    { 'tools/hooks/pre-push': 'y' },
    'tools/hooks/pre-push',
    '.husky',
  ],
  [
    'a folder above a protected path',
    { '.vscode': { link: 'tools/vscode' }, 'tools/vscode/tasks.json': '{}' },
    { 'tools/vscode/tasks.json': '[]' },
    'tools/vscode/tasks.json',
    '.vscode',
  ],
  [
    'a link below a link',
    { '.config': { link: 'etc' }, 'etc/hk.pkl': { link: 'hooks.pkl' }, 'etc/hooks.pkl': 'x' },
    { 'etc/hooks.pkl': 'y' },
    'etc/hooks.pkl',
    'etc/hk.pkl',
  ],
  [
    'a target in another spelling',
    { 'AGENTS.md': { link: 'Docs/For-AI.md' }, 'docs/for-ai.md': 'x' },
    { 'docs/for-ai.md': 'y' },
    'docs/for-ai.md',
    'AGENTS.md',
  ],
  [
    'a target with dots',
    { 'a/CLAUDE.md': { link: './../b//./c/../two' }, 'b/two': 'x' },
    { 'b/two': 'y' },
    'b/two',
    'a/CLAUDE.md',
  ],
])('the target of a link at a protected path is protected: %s', async (_, base, work, named, link) => {
  const reason = await refusalOf(base, work)
  expect(reason).toContain(named)
  expect(reason).toContain(`protected, because the symbolic link ${link} leads to it`)
})

test.each<[string, Files, Work, Partial<PublishRules>]>([
  [
    'a path beside it',
    { 'AGENTS.md': { link: 'docs/a.md' } },
    { 'docs/a.md.txt': 'x', 'docs/b.md': 'x' },
    {},
  ],
  ['a path of the same name outside', { 'AGENTS.md': { link: '../docs/a.md' } }, { 'docs/a.md': 'x' }, {}],
  ['an absolute target', { 'AGENTS.md': { link: '/docs/a.md' } }, { 'docs/a.md': 'x' }, {}],
  ['a target of an ordinary link', { 'README.md': { link: 'docs/a.md' } }, { 'docs/a.md': 'x' }, {}],
  [
    'a path beside a circle',
    { 'AGENTS.md': { link: 'a' }, a: { link: 'b' }, b: { link: 'a' }, '.husky': { link: '.husky/x' } },
    { c: 'x' },
    {},
  ],
  [
    'a path whose link is unprotected',
    { 'AGENTS.md': { link: 'docs/a.md' } },
    { 'docs/a.md': 'x' },
    { unprotectedPaths: ['/AGENTS.md'] },
  ],
  [
    'a path that is unprotected itself',
    { 'AGENTS.md': { link: 'docs/a.md' } },
    { 'docs/a.md': 'x' },
    { unprotectedPaths: ['/docs/a.md'] },
  ],
])('%s is published', async (_, base, work, rules) => {
  expect(await refusalOf(base, work, rules)).toBe(null)
})

test('the target of a link that the settings name is protected', async () => {
  const base = { 'docs/ai.md': { link: 'people.md' } }
  const rules = { protectedPaths: ['docs/ai.md'] }
  expect(await refusalOf(base, { 'docs/people.md': 'x' }, rules)).toContain('docs/ai.md leads to it')
})

/** The agent's tools, on a checkout of these files. */
async function givenTools(files: Files) {
  const { workspace: root, prepare } = await givenRemote(files)
  const checkout = prepared(await prepare())
  const composed = await composeWorkspace(
    {
      workspace: root,
      secrets: openSecrets([], () => {}),
      controlPlane: { assignment: { base: 'main', branch: 'x', fetchToken: READ_TOKEN } } as ControlPlane,
    } as RunContext,
    {
      ...{ checkout, rules: RULES, model: { window: 200_000 } as ModelHandle },
      ...{ workingDirectory: null, context: new Map() },
    },
  )
  return { ...composed, root }
}

const ENCRYPTED = Buffer.from('\0GITCRYPT\0abc')

test('the tools refuse to write a path of a filter, and delete one', async () => {
  const { workspace, refusedPaths, root } = await givenTools({
    '.gitattributes': CRYPT,
    'secrets/old': ENCRYPTED,
    'secrets/plain': 'one\n',
    'a.txt': 'a\n',
    'b.txt': 'b\n',
  })
  await workspace.read({ path: 'secrets/plain' })
  const patch = ['*** Begin Patch', '*** Update File: b.txt', '-b', '+c', '*** Add File: secrets/c', '+x']
  const results = [
    await workspace.write({ path: 'secrets/new.yml', text: 'a: 1\n' }),
    await workspace.edit({ path: 'secrets/plain', old: 'one', new: 'two' }),
    await workspace.move({ from: 'a.txt', to: 'secrets/a.txt' }),
    await workspace.move({ from: 'secrets/plain', to: 'plain' }),
    await workspace.applyPatch({ patch: [...patch, '*** End Patch'].join('\n') }),
    await workspace.keep([
      { kind: 'file', path: 'secrets/made', executable: false, bytes: Buffer.from('x') },
      { kind: 'file', path: 'b.txt', executable: false, bytes: Buffer.from('x') },
    ]),
  ]
  for (const { ok, text } of results) {
    expect([ok, text]).toEqual([false, expect.stringContaining('to the filter `git-crypt`')])
    expect(text).toMatch(/^secrets\/[\w.]+ is assigned .*\nLeave it and say so when you finish\.$/)
  }
  expect(readFileSync(join(root, 'b.txt'), 'utf8')).toBe('b\n')
  expect(existsSync(join(root, 'secrets/new.yml'))).toBe(false)
  expect(refusedPaths.map(({ path, verdict }) => `${path} ${verdict}`)).toEqual(
    ['new.yml', 'plain', 'a.txt', 'plain', 'c', 'made'].map((name) => `secrets/${name} filtered`),
  )
  expect(await workspace.delete({ path: 'secrets/old' })).toMatchObject({ ok: true })
  expect(await workspace.write({ path: 'c.txt', text: 'c' })).toMatchObject({ ok: true })
})

test('the tools name the link through which a path is protected', async () => {
  const { workspace, refusedPaths } = await givenTools({ 'CLAUDE.md': { link: 'docs/for-ai.md' } })
  const { ok, text } = await workspace.write({ path: 'docs/for-ai.md', text: 'x' })
  expect([ok, text]).toEqual([
    false,
    'docs/for-ai.md is protected, because the symbolic link CLAUDE.md leads to it: only `paths.unprotect` in the project settings allows it.\nLeave it and say so when you finish.',
  ])
  expect(refusedPaths).toEqual([{ path: 'docs/for-ai.md', verdict: 'protected', link: 'CLAUDE.md' }])
})

test.each([
  ['git-crypt', ENCRYPTED],
  ['transcrypt or openssl', Buffer.from('U2FsdGVkX18MwYt3bYlSLUqyLuUKkvnqtWUtFRiZgYk=\n')],
  ['openssl', Buffer.from('Salted__\x01\x02')],
  ['age', Buffer.from('age-encryption.org/v1\n-> X25519 abc\n')],
])('a file encrypted with %s is called so, and neither shown nor written', async (program, bytes) => {
  const { workspace } = await givenTools({ 'secrets/a': bytes })
  for (const { ok, text } of [
    await workspace.read({ path: 'secrets/a' }),
    await workspace.edit({ path: 'secrets/a', old: 'a', new: 'b' }),
    await workspace.write({ path: 'secrets/a', text: 'x' }),
  ])
    expect([ok, text]).toEqual([
      false,
      `secrets/a is encrypted with ${program}, and can be neither read nor edited. Leave it, and say so when you finish.`,
    ])
})

test('links that lead to each other cost a bounded number of questions', () => {
  const names = Array.from({ length: 20 }, (_, at) => `p${at}`)
  const links = names.flatMap((from) =>
    names.map((to) => ({ path: `packages/${from}/node_modules/${to}`, target: `../../${to}` })),
  )
  let asked = 0
  const find = followLinks([...links, { path: 'packages/here', target: '.' }], {
    isProtected(path) {
      asked += 1
      return path.startsWith('.github/')
    },
    isFolderOfRule: () => false,
  })
  expect(find('packages/p0/a.ts')).toBe(null)
  expect(asked).toBeLessThanOrEqual(2 * (links.length + 1))
})
