import { expect, test } from 'vitest'
import { tryScene } from '../try-scene.ts'

const SETTINGS = `setup: [npm ci]
checks: [npm test]
mcp:
  - name: docs
    url: https://mcp.example.com/mcp
    tools: [search]
`
const PROMPT = 'Replace "dog" with "cat" in README.md'

test('a script leaves out MCP servers and commands, and says so', async () => {
  const { run, write } = await tryScene()
  write({ '.github/prentice.yml': SETTINGS })
  const { code, notes } = await run([PROMPT])
  expect(notes).toContain('The MCP servers of the settings are left out: docs (--mcp --yes)')
  expect(notes).toContain('No command of the project runs: use --isolate')
  expect(notes).not.toContain('May ')
  expect(code).toBe(0)
})

test.each([
  ['n', 'The MCP servers of the settings are left out: docs (--mcp --yes)'],
  ['', 'The MCP servers of the settings are left out: docs (--mcp --yes)'],
  ['y', 'Connect to the MCP servers'],
])('a terminal shows the MCP servers and asks: %j', async (answer, said) => {
  const { run, write } = await tryScene()
  write({ '.github/prentice.yml': SETTINGS })
  const { code, notes } = await run([PROMPT], {
    isTerminal: true,
    environment: { NO_COLOR: '1' },
    input: `${answer}\n`,
  })
  expect(notes).toContain(
    'docs: https://mcp.example.com/mcp (search)\nMay the agent ask these MCP servers? [y/N] ',
  )
  expect(notes).toContain(said)
  expect(code).toBe(0)
})

const WITH_SETUP =
  'setup: ["echo made > made.txt"]\nchecks: ["test -f made.txt", "grep cat README.md", "grep dog README.md"]\n'

test('commands run only if `setup`, which they need, was agreed to', async () => {
  const { run, write } = await tryScene()
  write({ '.github/prentice.yml': WITH_SETUP })
  const { notes } = await run(['--isolate', '--yes', PROMPT])
  expect(notes).toContain('nobody has agreed to `setup`, which they need (--setup --yes)')
  expect(notes).not.toContain('made.txt')
})

test('with --isolate, the checks run on the change, and nothing of them stays', async () => {
  const { run, write, git, leftovers } = await tryScene()
  write({ '.github/prentice.yml': WITH_SETUP })
  const { code, notes } = await run(['--isolate', '--setup', '--yes', PROMPT])
  expect(notes).toContain('\n✓ test -f made.txt\n✓ grep cat README.md\n✗ grep dog README.md: exit code 1\n')
  expect(code).toBe(0)
  expect([leftovers(), git('status', '--porcelain')]).toEqual([[], '?? .github/\n'])
})
