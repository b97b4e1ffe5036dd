import type { Instruction } from '../../contract/runner-protocol.ts'

/** Where a project without a config has its instructions. */
export const INSTRUCTION_PATHS = [
  'AGENTS.md',
  'CLAUDE.md',
  '.github/copilot-instructions.md',
  '.prentice/AGENTS.md',
]

/** Instruction files as they stand in the base commit: a change that the agent makes to one binds nobody. */
export async function findInstructions(
  read: (path: string) => Promise<string | null>,
): Promise<readonly Instruction[]> {
  const found: Instruction[] = []
  for (const path of INSTRUCTION_PATHS) {
    const text = await read(path)
    if (text !== null && text.trim() !== '') found.push({ path, text })
  }
  return found
}
