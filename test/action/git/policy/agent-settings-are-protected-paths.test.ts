import { expect, test } from 'vitest'
import { planPublish } from '../../../../src/action/git/policy/plan-publish.ts'
import { indexSecrets } from '../../../../src/action/secrets/secret-index.ts'
import { isWritable } from '../../../support/action/is-writable.ts'

const RULES = {
  allowedPaths: [],
  unprotectedPaths: [],
  protectedPaths: [],
  maxFiles: 10,
  maxBytes: 1000,
}

const change = (path: string) => ({
  path,
  oldPath: null,
  kind: 'modified' as const,
  oldMode: '100644',
  newMode: '100644',
  oldSize: 1,
  newSize: 1,
  additions: 1,
  deletions: 1,
  addedLines: [],
})

test.each([
  '.github/workflows/ci.yml',
  '.github/prentice.yml',
  '.gitmodules',
  '.prentice/x',
  'AGENTS.md',
  'packages/a/AGENTS.md',
  'packages/a/AGENTS.override.md',
  'CLAUDE.md',
  'a/CLAUDE.local.md',
  'GEMINI.md',
  '.claude/settings.json',
  'packages/a/.claude/skills/x/SKILL.md',
  'packages/a/.cursor/rules/x.mdc',
  '.cursorrules',
  'a/.windsurf/rules/x.md',
  '.windsurfrules',
  '.clinerules',
  'a/.clinerules/x.md',
  'a/.roo/rules/x.md',
  '.aider.conf.yml',
  'a/.aiderignore',
  '.mcp.json',
  'a/.mcp.json',
  '.vscode/mcp.json',
  '.vscode/settings.json',
  'a/.vscode/mcp.json',
  '.github/copilot-instructions.md',
  'a/.github/copilot-instructions.md',
  'a/.github/instructions/x.instructions.md',
])('%s is protected', (path) => {
  const refused = planPublish({
    changes: [change('fine.ts'), change(path)],
    ...{ rules: RULES, links: [], gitFolders: new Set(), filters: new Map() },
    secrets: indexSecrets(),
  })
  expect(refused).toMatchObject({ kind: 'refuse', reason: { code: 'path-protected' } })
  const isWorkflow = path.startsWith('.github/workflows/')
  const why = isWorkflow ? 'a workflow file, which a person has to' : 'protected: only `paths.unprotect`'
  expect(refused.kind === 'refuse' && refused.reason.message).toContain(`: ${path} (${why}`)
  expect(isWritable(path, RULES)).toBe(false)
})

test.each(['src/agents.ts', '.vscode/launch.json', 'docs/claude.md.txt', 'aider.md', 'a/.github/x.md'])(
  '%s is not',
  (path) => {
    expect(isWritable(path, RULES)).toBe(true)
  },
)

test.each([
  '.GitHub/workflows/ci.yml',
  'claude.md',
  '.Claude/x',
  'AGENT\u017f.md',
  'AGENTS.md.',
  'AGENTS.md ',
  'AGENT\u200cS.md',
  'AGENTS.md::$DATA',
  '.claude./x',
  '.git./config',
  'GIT~1/config',
  'CLAUDE~1/settings.json',
  'a/VSCODE~1/tasks.json',
  '.vscode/TASKS~1.JSO',
  'github~2./workflows/ci.yml',
  'GI7EBA~1',
])('%j is what a protected path is on some file systems', (path) => {
  expect(isWritable(path, RULES)).toBe(false)
})

test.each(['a/b~1.test.ts', 'backup~/x', 'a~b/c', 'longername~1/x', 'x~1.html', '~1/x', 'a~12345678'])(
  '%j is no short name of Windows',
  (path) => {
    expect(isWritable(path, RULES)).toBe(true)
  },
)

test('the settings can unprotect a path that looks like a short name', () => {
  expect(isWritable('data/GENOME~1.TXT', RULES)).toBe(false)
  expect(isWritable('data/GENOME~1.TXT', { ...RULES, unprotectedPaths: ['GENOME~1.TXT'] })).toBe(true)
  expect(isWritable('GIT~1/config', { ...RULES, unprotectedPaths: ['GIT~1'] })).toBe(false)
})

test('the instruction files of the project are protected as they are written', () => {
  const rules = { ...RULES, protectedPaths: ['docs/for-agents.md', './Rules/*.md', '/a/b.txt'] }
  expect(isWritable('docs/for-agents.md', rules)).toBe(false)
  expect(isWritable('Docs/FOR-agents.MD', rules)).toBe(false)
  expect(isWritable('Rules/*.md', rules)).toBe(false)
  expect(isWritable('a/b.txt', rules)).toBe(false)
  expect(isWritable('Rules/x.md', rules)).toBe(true)
  // macOS treats a letter with its accent and the two characters as one name.
  expect(isWritable('R\u00e8gles.md', { ...RULES, protectedPaths: ['Re\u0300gles.md'] })).toBe(false)
  expect(isWritable('Re\u0300gles.md', { ...RULES, protectedPaths: ['R\u00e8gles.md'] })).toBe(false)
  expect(isWritable('more/docs/for-agents.md', rules)).toBe(true)
})

test('`unprotect` opens exactly the paths that it names', () => {
  const rules = {
    ...RULES,
    protectedPaths: ['docs/for-agents.md', 'docs/more.md'],
    unprotectedPaths: ['/.github/workflows/', 'AGENTS.md', 'docs/for-*.md'],
  }
  expect(isWritable('.github/workflows/ci.yml', rules)).toBe(true)
  expect(isWritable('docs/AGENTS.md', rules)).toBe(true)
  expect(isWritable('docs/for-agents.md', rules)).toBe(true)
  expect(isWritable('docs/more.md', rules)).toBe(false)
  expect(isWritable('.github/CODEOWNERS', rules)).toBe(false)
  expect(isWritable('.GITHUB/workflows/ci.yml', rules)).toBe(false)
  expect(isWritable('docs/agents.md', rules)).toBe(false)
})
