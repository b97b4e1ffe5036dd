import { expect, test } from 'vitest'
import { WORKFLOW_TOKEN } from '../../../fakes/github/one-repository.ts'
import { runAgent } from '../../../support/whole-run/agent-run.ts'
import { call, finish, mark, read } from '../../../support/whole-run/wire-world.ts'

test('the model sees the history, the last commit and the current diff', async () => {
  const git = (name: string, input: object = {}) => ({ name: `git_${name}`, input: { ...input } })
  const { bodies, result } = await runAgent({
    script: ({ base }) => [call(mark('x'), git('log'), git('show', { commit: base }), git('diff')), finish],
  })
  expect(result).toMatchObject({ outcome: 'published' })
  expect(bodies[1]).toMatch(/[0-9a-f]{7,} \d{4}-\d\d-\d\d [^"\\]+: first/)
  expect(bodies[1]).toContain('+Hello, world!\\n')
  expect(bodies[1]).toContain('-Hello, world!\\n+Hello, worldx!')
})

test('the model sees the pull request template, and fills it in as the body', async () => {
  const body = '## What\n\nThe moon is greeted.\n\n- [x] Read'
  const { bodies, github } = await runAgent({
    files: { 'hello.txt': 'Hello!\n', '.github/PULL_REQUEST_TEMPLATE.md': '## What\n\n- [ ] Read\n' },
    script: () => [
      call(mark('x')),
      call({ name: 'finish', input: { title: 'T', body, commit_message: 'T', summary: 'S' } }),
    ],
  })
  expect(bodies[0]).toMatch(/template for pull requests.*## What\\n\\n- \[ \] Read/)
  expect(String(github.pullRequests[0]?.body).startsWith(body)).toBe(true)
})

test('the model sees the instructions of the root from the start, and those of a folder after it touches the folder', async () => {
  const rules = {
    ...{ allowedPaths: [], unprotectedPaths: [], maxFiles: 20, maxBytes: 1_000_000 },
    protectedPaths: ['AGENTS.md', 'CLAUDE.md'],
  }
  const { bodies } = await runAgent({
    files: {
      'hello.txt': 'Hello!\n',
      'docs/a.md': 'a\n',
      'docs/AGENTS.md': 'Use tabs.',
      'docs/CLAUDE.md': 'Use LF.',
    },
    assignment: {
      defaultBranch: 'main',
      instructions: [{ path: 'AGENTS.md', text: 'Be brief.' }],
      rules,
    },
    script: () => [call(read()), call(read('docs/a.md')), call(read('docs/a.md')), call(mark('x')), finish],
  })
  expect(bodies[0]).toMatch(/<instructions-\w+ path=\\"AGENTS\.md\\">\\nBe brief\./)
  expect(bodies[1]).not.toMatch(/Use tabs|Use LF/)
  for (const text of [/Use tabs\./g, /Use LF\./g]) expect(bodies.at(-1)?.match(text)).toHaveLength(1)
})

test('the model sees the instructions of any tool', async () => {
  const { bodies } = await runAgent({
    files: {
      'hello.txt': 'Hello!\n',
      '.github/workflows/prentice.yml': 'on: workflow_dispatch\njobs: {}\n',
      'CLAUDE.md': 'From Claude.',
      '.github/copilot-instructions.md': 'From Copilot.',
      '.prentice/AGENTS.md': 'From Prentice.',
      '.mintlify/AGENTS.md': 'From Mintlify.',
    },
    inputs: {
      ...{ run: '', 'app-url': '', prompt: 'Say hello.', 'github-token': WORKFLOW_TOKEN },
      model: 'anthropic/claude-sonnet-4-5',
    },
    script: () => [call(mark('x')), finish],
  })
  for (const name of ['Claude', 'Copilot', 'Prentice', 'Mintlify'])
    expect(bodies[0]).toContain(`From ${name}.`)
})

test('the model sees the skills of the default branch, and reads one as instructions', async () => {
  const skill =
    '---\nname: release\ndescription: Makes a release. Use it when asked for one.\n---\nCount up.\n'
  const { bodies, result } = await runAgent({
    files: {
      'hello.txt': 'Hello!\n',
      '.agents/skills/release/SKILL.md': skill,
      '.agents/skills/release/references/steps.md': 'Three steps.\n',
      '.claude/skills/release/SKILL.md': skill.replace('Count up', 'Count down'),
      '.github/skills/nameless/SKILL.md': 'No frontmatter.\n',
    },
    assignment: { defaultBranch: 'main' },
    script: () => [
      call(read('/.agents/skills/release/SKILL.md'), read('/.agents/skills/release/references/steps.md')),
      call(mark('x')),
      finish,
    ],
  })
  expect(result).toMatchObject({ outcome: 'published' })
  expect(bodies[0]).toContain(
    '/.agents/skills/release/SKILL.md (release): Makes a release. Use it when asked for one.',
  )
  expect(bodies[0]).not.toMatch(/Count down|nameless/)
  expect(bodies[1]).toMatch(/<instructions-\w+ from=\\"read \/\.agents[^>]*>\\n1\\t---.*Count up\./)
  expect(bodies[1]).toMatch(/<instructions-\w+ from=\\"read \/\.agents[^>]*steps\.md\\">\\n1\\tThree steps\./)
})

test('the agent works in a folder: its instructions come first, search starts there, and other paths are refused', async () => {
  const { bodies, result } = await runAgent({
    files: {
      'hello.txt': 'Hello!\n',
      'web/AGENTS.md': 'Use tabs.\n',
      'web/page.txt': 'Hello!\n',
    },
    assignment: {
      defaultBranch: 'main',
      workingDirectory: 'web',
      rules: {
        ...{ allowedPaths: [], unprotectedPaths: [], maxFiles: 20, maxBytes: 1_000_000 },
        protectedPaths: ['AGENTS.md'],
      },
    },
    script: () => [
      call({ name: 'search', input: { pattern: 'Hello' } }, { name: 'list', input: { path: '.' } }),
      call(read('web/page.txt'), { name: 'edit', input: { path: 'hello.txt', old: 'Hello', new: 'Hi' } }),
      call({ name: 'edit', input: { path: 'web/page.txt', old: 'Hello', new: 'Hi' } }),
      finish,
    ],
  })
  expect(result).toMatchObject({ outcome: 'published' })
  expect(bodies[0]).toMatch(/Work in the folder \\"web\\"/)
  expect(bodies[0]).toContain('Use tabs.')
  expect(bodies[1]).toContain('web/page.txt:1:Hello!')
  expect(bodies[1]).not.toContain('\\nhello.txt:1:')
  expect(bodies[1]).toMatch(/\\nhello\.txt/)
  expect(bodies[2]).toMatch(/hello\.txt is [^"]*allow/)
})

test('a run whose working directory is missing fails before the model is asked', async () => {
  const { bodies, result } = await runAgent({
    assignment: { workingDirectory: 'none' },
    script: () => [finish],
  })
  expect(result).toMatchObject({ outcome: 'failed', reason: { code: 'working-directory-missing' } })
  expect(bodies).toEqual([])
})
