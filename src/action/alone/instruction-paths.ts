/** Where a project without a config has its instructions. */
export const INSTRUCTION_PATHS = [
  'AGENTS.md',
  'CLAUDE.md',
  '.github/copilot-instructions.md',
  '.prentice/AGENTS.md',
  '.mintlify/AGENTS.md',
]
