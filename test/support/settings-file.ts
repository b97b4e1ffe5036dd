import type { SettingsFile } from '../../src/settings/settings-files.ts'

/** The settings files of a repository whose file has this text; `null`: it has none. */
export const settingsFile = (text: string | null): SettingsFile[] =>
  text === null ? [] : [{ path: '.github/prentice.yml', text }]
