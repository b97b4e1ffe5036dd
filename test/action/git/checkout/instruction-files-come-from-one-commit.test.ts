import { expect, test } from 'vitest'
import {
  findInstructionFiles,
  findPullRequestTemplate,
} from '../../../../src/action/git/checkout/task-files.ts'
import { type Files, givenRemote, prepared } from '../given-remote.ts'

async function base(files: Files) {
  const { prepare } = await givenRemote(files)
  const tree = prepared(await prepare())
  const dead: string[] = []
  return {
    dead,
    find: (...paths: string[]) =>
      findInstructionFiles(tree.repository, tree.baseSha, paths, (path) => dead.push(path)),
    template: () => findPullRequestTemplate(tree.repository, tree.baseSha),
  }
}

test('the files are found in the order in which they are named, each content once', async () => {
  const { find } = await base({
    'AGENTS.md': 'Use tabs.',
    'CLAUDE.md': 'Use tabs.',
    'EMPTY.md': ' \n',
    'docs/AGENTS.md': 'Use spaces.',
    'docs/ü ö.md': 'Umlauts.',
  })
  expect(
    await find('docs/AGENTS.md', 'none.md', 'CLAUDE.md', 'AGENTS.md', 'EMPTY.md', 'docs/ü ö.md'),
  ).toEqual([
    { path: 'docs/AGENTS.md', text: 'Use spaces.' },
    { path: 'CLAUDE.md', text: 'Use tabs.' },
    { path: 'docs/ü ö.md', text: 'Umlauts.' },
  ])
})

test('links are followed inside the commit, in the path and at its end', async () => {
  const { find, dead } = await base({
    'AGENTS.md': { link: 'docs/guide.md' },
    'docs/guide.md': 'Use tabs.',
    'docs/AGENTS.md': { link: '../one.md' },
    'one.md': { link: 'two.md' },
    'two.md': 'Use spaces.',
    app: { link: 'packages/app' },
    'packages/app/AGENTS.md': 'Test it.',
    'a\nb': 'x',
    'CLAUDE.md': { link: 'none.md' },
    'GEMINI.md': { link: '../outside.md' },
    'loop.md': { link: 'loop.md' },
    'deep.md': { link: 'two.md/x' },
    'line.md': { link: 'x\ny' },
  })
  const paths = ['loop.md', 'CLAUDE.md', 'GEMINI.md', 'deep.md', 'line.md', 'a\nb', 'none.md']
  expect(await find(...paths, 'AGENTS.md', 'docs/AGENTS.md', 'app/AGENTS.md')).toEqual([
    { path: 'AGENTS.md', text: 'Use tabs.' },
    { path: 'docs/AGENTS.md', text: 'Use spaces.' },
    { path: 'app/AGENTS.md', text: 'Test it.' },
  ])
  expect(dead).toEqual(['loop.md', 'CLAUDE.md', 'GEMINI.md', 'deep.md', 'line.md'])
})

test('a path below a file is no dead link, and one in a folder is', async () => {
  const { find, dead } = await base({ 'README.md': 'x', 'docs/AGENTS.md': { link: '../README.md/x' } })
  expect(await find('README.md/AGENTS.md', 'docs/AGENTS.md')).toEqual([])
  expect(dead).toEqual(['docs/AGENTS.md'])
})

test('a file in UTF-16 is decoded by its byte order mark', async () => {
  const wide = Buffer.from('\ufeffUse täbs.', 'utf16le')
  const { find } = await base({
    'AGENTS.md': wide,
    'docs/AGENTS.md': Buffer.from(wide).swap16(),
    'app/AGENTS.md': '\ufeffUse täbs.',
  })
  const found = await find('AGENTS.md', 'docs/AGENTS.md', 'app/AGENTS.md')
  expect(found.map(({ text }) => text)).toEqual(['Use täbs.', 'Use täbs.', 'Use täbs.'])
})

test('a link out of the commit, a folder, a submodule and a pattern are no files', async () => {
  const { find } = await base({
    'AGENTS.md': { link: '/etc/passwd' },
    'CLAUDE.md/x': 'x',
    'sub/AGENTS.md': { submodule: 'a'.repeat(40) },
    'x.md': 'x',
  })
  expect(await find('AGENTS.md', 'CLAUDE.md', 'sub/AGENTS.md', '*.md', '-x.md')).toEqual([])
  expect(await find()).toEqual([])
})

test.each<[string, Files, string | null]>([
  [
    'in .github, in any case',
    { '.github/Pull_Request_Template.md': 'A', 'docs/pull_request_template.md': 'B' },
    'A',
  ],
  ['at the root', { 'PULL_REQUEST_TEMPLATE.txt': 'A', 'docs/pull_request_template.md': 'B' }, 'A'],
  ['in docs', { 'docs/pull_request_template.md': 'B' }, 'B'],
  [
    'the first of a folder',
    { '.github/PULL_REQUEST_TEMPLATE/b.md': 'B', '.github/PULL_REQUEST_TEMPLATE/a.md': 'A' },
    'A',
  ],
  [
    'a file before a folder',
    { '.github/PULL_REQUEST_TEMPLATE/b.md': 'B', '.github/pull_request_template.md': 'A' },
    'A',
  ],
  [
    'none that is empty',
    { '.github/pull_request_template.md': ' ', 'docs/pull_request_template.md': 'B' },
    'B',
  ],
  ['none that is a link', { 'pull_request_template.md': { link: 'a.md' }, 'a.md': 'A' }, null],
  ['none where there is none', { 'a.md': 'A' }, null],
])('the template for pull requests: %s', async (_, files, text) => {
  const { template } = await base(files)
  expect((await template())?.text ?? null).toBe(text)
})
