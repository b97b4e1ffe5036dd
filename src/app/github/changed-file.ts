/** A file that a pull request, or a branch, changes. */
export interface ChangedFile {
  readonly path: string
  /** Before a rename. */
  readonly previousPath: string | null
  /** added, removed, modified, renamed, copied, changed, unchanged. */
  readonly status: string
  /** Its diff; `null`: it is binary or too large. */
  readonly patch: string | null
}
