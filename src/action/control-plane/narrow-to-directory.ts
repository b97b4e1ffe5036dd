import { runInDirectory } from '../text/shell.ts'
import type { ProjectSettings } from './control-plane.ts'

/**
 * The settings for work in one folder: checks run there, and only changes there may be published, unless the settings
 * already name the paths that may change. Pure.
 */
export function narrowToDirectory(settings: ProjectSettings, directory: string): ProjectSettings {
  const { checks, rules } = settings
  // A path has no other character that means something in a glob.
  const literal = directory.replaceAll('[', String.raw`\[`)
  return {
    ...settings,
    rules: rules.allowedPaths.length > 0 ? rules : { ...rules, allowedPaths: [`/${literal}/**`] },
    checks: checks && {
      ...checks,
      commands: checks.commands.map((command) => ({
        ...command,
        run: runInDirectory(directory, command.run),
      })),
    },
  }
}
