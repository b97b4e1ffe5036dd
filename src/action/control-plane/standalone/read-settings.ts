import { resolveChecks, resolveCommands } from '../../../settings/resolve-checks.ts'
import { resolvePublishRules } from '../../../settings/resolve-publish-rules.ts'
import type { SettingsFile } from '../../../settings/settings-files.ts'
import { fail } from '../../outcome/run-failure.ts'
import type { ProjectSettings } from '../control-plane.ts'

/** What the project's settings say of a run; throws with every mistake in them. A run with a server needs no YAML. */
export async function readSettings(files: readonly SettingsFile[]): Promise<ProjectSettings> {
  const { describeInvalid, parseSettings } = await import(
    /* webpackMode: "eager" */ '../../../settings/parse-settings.ts'
  )
  const parsed = parseSettings(files)
  if (parsed.kind === 'invalid') throw fail('config-invalid', describeInvalid(parsed))
  const { settings, warnings } = parsed
  return {
    checks: resolveChecks(settings),
    commands: resolveCommands(settings),
    rules: resolvePublishRules(settings),
    workingDirectory: settings['working-directory'] ?? null,
    mcp: settings.mcp ?? [],
    warnings,
  }
}
