import { z } from 'zod'
import type { PublishRules } from './runner-protocol.ts'

const Paths = z.array(z.string().min(1).max(300)).max(200)

/**
 * The keys of `.github/prentice.yml` about what may be published and what the agent is told to follow. The server reads
 * them, and the action where it works alone.
 */
export const PUBLISH_KEYS = {
  paths: z
    .strictObject({
      allow: Paths.optional(),
      unprotect: Paths.optional(),
    })
    .optional(),
  'max-files': z.int().min(1).max(10_000).optional(),
  'max-bytes': z.int().min(1).max(100_000_000).optional(),
  instructions: z.array(z.string().min(1).max(300)).max(20).optional(),
}
const PublishFile = z.object(PUBLISH_KEYS)

export const DEFAULT_INSTRUCTIONS = [
  'AGENTS.md',
  'CLAUDE.md',
  '.github/copilot-instructions.md',
  '.prentice/AGENTS.md',
  '.mintlify/AGENTS.md',
]

/** What they say, with the defaults of what they leave out. Protected are the instruction files. Pure. */
export const planRules = (file: z.infer<typeof PublishFile>): PublishRules => ({
  allowedPaths: file.paths?.allow ?? [],
  unprotectedPaths: file.paths?.unprotect ?? [],
  protectedPaths: file.instructions ?? DEFAULT_INSTRUCTIONS,
  maxFiles: file['max-files'] ?? 200,
  maxBytes: file['max-bytes'] ?? 5_000_000,
})
