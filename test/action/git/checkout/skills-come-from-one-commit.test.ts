import { expect, test } from 'vitest'
import { findSkills, readFrontmatter } from '../../../../src/action/git/checkout/task-files.ts'
import { type Files, givenRemote, prepared } from '../given-remote.ts'

const skill = (name: string, description = `Does ${name}.`) =>
  `---\nname: ${name}\ndescription: ${description}\n---\nText of ${name}.\n`

async function find(files: Files, dead: string[] = []) {
  const { prepare } = await givenRemote(files)
  const tree = prepared(await prepare())
  return findSkills(tree.repository, tree.baseSha, (path) => dead.push(path))
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

test('a folder of skills that leads to a very large one is read', async () => {
  const { prepare } = await givenRemote({ 'README.md': skill('a') })
  const { repository, baseSha } = prepared(await prepare())
  const write = async (entries: readonly string[]): Promise<string> => {
    const { stdout } = await repository.gitBytes(['mktree'], { input: `${entries.join('\n')}\n` })
    return stdout.toString('utf8').trim()
  }
  const { stdout } = await repository.gitBytes(['rev-parse', `${baseSha}:README.md`])
  const blob = stdout.toString('utf8').trim()
  const names = Array.from({ length: 380 }, (_, n) => n.toString(36))
  const folder = await write(names.map((name) => `100644 blob ${blob}\t${name}`))
  const root = await write(names.map((name) => `040000 tree ${folder}\t${name}`))
  const first = await write([`100644 blob ${blob}\tSKILL.md`])
  const skills = await write([`040000 tree ${first}\t!`, `040000 tree ${root}\tx`])
  const commit = await write([`040000 tree ${await write([`040000 tree ${skills}\tskills`])}\t.agents`])
  const found = await findSkills(repository, commit, () => {})
  expect(found.map(({ name }) => name)).toEqual(['a'])
})

test('the folders and files of a skill may be links', async () => {
  const dead: string[] = []
  const found = await find(
    {
      '.agents/skills': { link: '../skills' },
      'skills/a/SKILL.md': { link: '../../docs/a.md' },
      'skills/a/more.md': 'More.',
      'docs/a.md': skill('a'),
      'skills/b': { link: '../shared/b' },
      'shared/b/SKILL.md': skill('b'),
      'shared/b/more.md': 'More of b.',
      'skills/c/SKILL.md': { link: '/etc/passwd' },
      '.claude/skills/d/SKILL.md': skill('d'),
      '.github/skills': { link: 'none' },
    },
    dead,
  )
  expect(found.map(({ name, files }) => [name, ...files.map(({ path }) => path)])).toEqual([
    ['a', '.agents/skills/a/SKILL.md', '.agents/skills/a/more.md'],
    ['b', '.agents/skills/b/SKILL.md', '.agents/skills/b/more.md'],
    ['d', '.claude/skills/d/SKILL.md'],
  ])
  expect(dead).toEqual(['.github/skills/', '.agents/skills/c/SKILL.md'])
})

test('a link out of the commit is no skill, and a repository may have none', async () => {
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
