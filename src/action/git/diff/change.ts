/** A line that the change adds, with its number in the new file. */
export interface AddedLine {
  readonly number: number
  readonly text: string
}

/** One changed path. Modes are git's (`100644`, `100755`, `120000`, `160000`), `null` where there is no file. */
export interface Change {
  readonly path: string
  /** Path of a renamed file before the change. */
  readonly oldPath: string | null
  readonly kind: 'added' | 'modified' | 'deleted' | 'renamed'
  readonly oldMode: string | null
  readonly newMode: string | null
  /** Bytes; 0 where there is no file. */
  readonly oldSize: number
  readonly newSize: number
  /** Lines; 0 for binary files. */
  readonly additions: number
  readonly deletions: number
  /** `null`: the diff is too long, and its lines were not read. */
  readonly addedLines: readonly AddedLine[] | null
  /** The same lines as git splits them, read as UTF-8, if the file has another encoding. */
  readonly rawLines?: readonly AddedLine[]
}
