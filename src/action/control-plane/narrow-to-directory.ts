import type { ProjectSettings } from './control-plane.ts'
import { runInDirectory } from '../text/shell.ts'

/**
 * The settings for work in one folder: checks run there, and only changes there may be published, unless the settings
 * already name the paths that may change. Pure.
 */
export function narrowToDirectory(settings: ProjectSettings, directory: string): ProjectSettings {
  const { checks, rules } = settings
  return {
    ...settings,
    rules: rules.allowedPaths.length > 0 ? rules : { ...rules, allowedPaths: [`/${directory}/**`] },
    checks: checks && {
      ...checks,
      commands: checks.commands.map((command) => ({
        ...command,
        run: runInDirectory(directory, command.run),
      })),
    },
  }
}
