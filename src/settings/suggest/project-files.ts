/** What the root of a repository shows. */
export interface ProjectFiles {
  /** Names of the files and folders in the root. */
  readonly names: readonly string[]
  /** The manifests that exist, by name. */
  readonly texts: Readonly<Record<string, string>>
}

/** Commands for the settings `setup` and `checks`. */
export interface Suggestion {
  readonly setup: readonly string[]
  readonly checks: readonly string[]
}

/** The files in the root whose text decides what is suggested. */
export const MANIFESTS: readonly string[] = [
  'package.json',
  'Makefile',
  'pyproject.toml',
  'requirements.txt',
  'requirements-dev.txt',
]
