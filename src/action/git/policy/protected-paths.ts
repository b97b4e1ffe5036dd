interface ProtectedPaths {
  readonly why: string
  /** Globs as in .gitignore: without a slash in it, one matches at any depth. */
  readonly globs: readonly string[]
}

/** Paths that a run may change only if the settings of the project unprotect them. */
export const PROTECTED_PATHS: readonly ProtectedPaths[] = [
  {
    why: "Workflows, owners, settings: what runs or decides with the repository's own rights.",
    globs: ['/.github/', '/.prentice/', '.gitmodules'],
  },
  {
    why: 'Instructions that agents read in the folder they work in and in those above it.',
    globs: [
      'AGENTS.md',
      'AGENTS.override.md',
      'AGENT.md',
      'CLAUDE.md',
      'CLAUDE.local.md',
      'GEMINI.md',
      '.cursorrules',
      '.windsurfrules',
      '.clinerules',
      '.roorules*',
      '.roomodes',
      '.goosehints',
      '.aider*',
    ],
  },
  {
    why: 'Folders with the rules, hooks, skills and commands of one agent; a package may have its own.',
    globs: [
      '.claude',
      '.codex',
      '.cursor',
      '.windsurf',
      '.roo',
      '.gemini',
      '.continue',
      '.junie',
      '.kiro',
      '.amazonq',
      '.agents',
    ],
  },
  {
    why: 'What Copilot reads below any folder that an editor opens.',
    globs: [
      '**/.github/copilot-instructions.md',
      '**/.github/instructions/',
      '**/.github/prompts/',
      '**/.github/chatmodes/',
      '**/.github/agents/',
    ],
  },
  {
    why: 'Servers of tools: an agent or editor that opens the folder starts the programs they name.',
    globs: ['.mcp.json', '**/.vscode/mcp.json'],
  },
]

/** Paths that no setting allows: git directories, at any depth. */
export const FORBIDDEN_PATHS: readonly string[] = ['.git']
