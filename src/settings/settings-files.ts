export const SETTINGS_PATHS = ['.github/prentice.yml', '.github/prentice.yaml'] as const

/** Bytes that the file may have. */
export const SETTINGS_LIMIT = 64 * 1024

export interface SettingsFile {
  readonly path: string
  /** `null`: it is no file, but a folder, a link or a submodule; or it is larger than `SETTINGS_LIMIT`. */
  readonly text: string | null
}
