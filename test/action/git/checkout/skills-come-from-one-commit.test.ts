import { expect, test } from 'vitest'
import { findSkills, readFrontmatter } from '../../../../src/action/git/checkout/task-files.ts'
import { type Files, givenRemote, prepared } from '../given-remote.ts'

const skill = (name: string, description = `Does ${name}.`) =>
  `---\nname: ${name}\ndescription: ${description}\n---\nText of ${name}.\n`

async function find(files: Files) {
  const { prepare } = await givenRemote(files)
  const tree = prepared(await prepare())
  return findSkills(tree.repository, tree.baseSha)
}

test('skills are found in three folders; of two with one name, the first counts', async () => {
  const found = await find({
    'README.md': 'x',
    '.github/skills/c/SKILL.md': skill('c'),
    '.claude/skills/a/SKILL.md': skill('a', 'The second.'),
    '.claude/skills/b/SKILL.md': skill('b'),
    '.claude/skills/b/references/deep/more.md': 'More.',
    '.claude/skills/b/run.sh': 'exit\n',
    '.agents/skills/a/SKILL.md': skill('a', 'The first.'),
    '.agents/skills/a/b/SKILL.md': skill('nested'),
    '.agents/SKILL.md': skill('outside'),
    'src/.agents/skills/d/SKILL.md': skill('elsewhere'),
  })
  expect(found.map(({ name, description }) => [name, description])).toEqual([
    ['a', 'The first.'],
    ['b', 'Does b.'],
    ['c', 'Does c.'],
  ])
  expect(found[1]?.files).toEqual([
    { path: '.claude/skills/b/SKILL.md', text: skill('b') },
    { path: '.claude/skills/b/references/deep/more.md', text: 'More.' },
  ])
})

test('a link is no skill, and a repository may have none', async () => {
  expect(await find({ 'a.md': 'x', '.agents/skills/a/SKILL.md': { link: '/etc/passwd' } })).toEqual([])
  expect(await find({ 'a.md': 'x' })).toEqual([])
})

test('the name and the description may be written in any way that YAML has', () => {
  const text = '---\r\nname: "a"\r\ndescription: >\r\n  One\r\n  two.\r\nlicense: MIT\r\n---\r\nText'
  expect(readFrontmatter(text)).toEqual({ name: 'a', description: 'One two.' })
})

test.each([
  'no frontmatter',
  '---\nname: a\n---\n',
  '---\nname: a\ndescription: ""\n---\n',
  '---\nname: [a]\ndescription: b\n---\n',
  '---\nname: a\ndescription: b\n',
  `---\nname: a\ndescription: ${'b'.repeat(1025)}\n---\n`,
  '---\n{\n---\n',
])('%j is no skill', (text) => {
  expect(readFrontmatter(text)).toBeNull()
})
