/**
 * What a run may change only where the project's rules unprotect it: what runs with the repository's own rights,
 * and what steers this or another agent. Globs as in .gitignore.
 */
export const PROTECTED_PATHS: readonly string[] = [
  '/.github/',
  '.gitmodules',
  '/.prentice/',
  'AGENTS.md',
  'AGENTS.override.md',
  'CLAUDE.md',
  'CLAUDE.local.md',
  'GEMINI.md',
  '.github/copilot-instructions.md',
  '.github/instructions/',
  '/.claude/',
  '/.cursor/',
  '.cursorrules',
  '.windsurfrules',
  '.clinerules',
  '.mcp.json',
]

/** What no rule can open: a folder of git's own, at any depth. */
export const FORBIDDEN_PATHS: readonly string[] = ['.git']
