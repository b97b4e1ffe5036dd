import type { CheckCommand, ChecksPlan, CommandsPlan } from '../contract/checks.ts'
import type { PublishRules } from '../contract/runner-protocol/publish.ts'
import type { Settings } from './schema.ts'

const DEFAULT_MINUTES = 10
const DEFAULT_ROUNDS = 3

/** `null`: there is nothing to check. */
export function resolveChecks(settings: Settings): ChecksPlan | null {
  const { checks, setup, 'check-rounds': rounds } = settings
  if (checks === undefined || checks.length === 0) return null
  return {
    setup: (setup ?? []).map(commandOf),
    commands: checks.map(commandOf),
    rounds: rounds ?? DEFAULT_ROUNDS,
    ...(settings['draft-on-failed-checks'] === false && { draftOnFailure: false }),
    ...(settings['test-evidence'] !== false && {
      evidence: settings.tests === undefined ? {} : { tests: settings.tests },
    }),
  }
}

/** `null`: the agent may run no commands but the checks. */
export function resolveCommands({ commands, setup }: Settings): CommandsPlan | null {
  return commands === 'off' ? null : { setup: (setup ?? []).map(commandOf) }
}

type Command = NonNullable<Settings['checks']>[number]

function commandOf(command: Command): CheckCommand {
  const given = typeof command === 'string' ? { run: command } : command
  return {
    name: nameOf(given.name ?? given.run),
    run: given.run,
    seconds: Math.max(1, Math.round((given['timeout-minutes'] ?? DEFAULT_MINUTES) * 60)),
  }
}

const NAME_LENGTH = 60

function nameOf(text: string): string {
  const [line = ''] = text.trim().split('\n', 1)
  return line.length <= NAME_LENGTH ? line : `${line.slice(0, NAME_LENGTH - 1).toWellFormed()}…`
}

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
