import { resolveChecks, resolveCommands, resolvePublishRules } from '../../../settings/resolve-rules.ts'
import type { Settings } from '../../../settings/schema.ts'
import type { SettingsFile } from '../../../settings/settings-files.ts'
import { fail } from '../../outcome/run-failure.ts'
import type { ProjectSettings } from '../control-plane.ts'

/** The settings that apply without a server. Inputs of the step replace some of the others. */
export const APPLIED: readonly string[] = [
  ...['triggers.comments', 'triggers.labels', 'triggers.issue-text', 'triggers.bots'],
  ...['paths', 'max-files', 'max-bytes', 'signed-commits', 'executable-scripts', 'instructions'],
  ...['setup', 'commands', 'checks', 'check-rounds', 'draft-on-failed-checks'],
  ...['working-directory', 'mcp'],
]

/** `null`: all of them apply. */
function warnOfOthers({ triggers = {}, ...settings }: Settings): string | null {
  const keys = [...Object.keys(settings), ...Object.keys(triggers).map((key) => `triggers.${key}`)]
  const others = keys.filter((key) => !APPLIED.includes(key))
  return others.length === 0 ? null : `no effect without a server: ${others.join(', ')}`
}

/** What the project's settings say of a run; throws with every mistake in them. A run with a server needs no YAML. */
export async function readSettings(files: readonly SettingsFile[]): Promise<ProjectSettings> {
  const { describeInvalid, parseSettings } = await import(
    /* webpackMode: "eager" */ '../../../settings/parse-settings.ts'
  )
  const parsed = parseSettings(files)
  if (parsed.kind === 'invalid') throw fail('config-invalid', describeInvalid(parsed))
  const { settings, warnings } = parsed
  const others = warnOfOthers(settings)
  return {
    checks: resolveChecks(settings),
    commands: resolveCommands(settings),
    rules: resolvePublishRules(settings),
    workingDirectory: settings['working-directory'] ?? null,
    mcp: settings.mcp ?? [],
    warnings: others === null ? warnings : [...warnings, others],
  }
}
