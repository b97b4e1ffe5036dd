import type { PublishRules } from '../contract/runner-protocol/publish.ts'
import type { Settings } from './schema.ts'

export const DEFAULT_INSTRUCTIONS = [
  'AGENTS.md',
  'CLAUDE.md',
  '.github/copilot-instructions.md',
  '.prentice/AGENTS.md',
  '.mintlify/AGENTS.md',
]

/** What may be published, with the defaults of what the settings leave out. Instruction files are protected. */
export const resolvePublishRules = (settings: Settings): PublishRules => ({
  allowedPaths: settings.paths?.allow ?? [],
  unprotectedPaths: settings.paths?.unprotect ?? [],
  protectedPaths: settings.instructions ?? DEFAULT_INSTRUCTIONS,
  maxFiles: settings['max-files'] ?? 200,
  maxBytes: settings['max-bytes'] ?? 5_000_000,
  ...(settings['executable-scripts'] === true && { executableScripts: true }),
  ...(settings['signed-commits'] === true && { signedCommits: true }),
})
