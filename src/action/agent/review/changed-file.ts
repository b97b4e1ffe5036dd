/** One changed path of the work tree, seen from where the run began. */
export interface ChangedFile {
  readonly path: string
  readonly kind: 'added' | 'modified' | 'deleted' | 'renamed'
  readonly additions: number
  readonly deletions: number
  /** `null`: nobody has looked at the lines. */
  readonly addedLines: readonly { readonly number: number; readonly text: string }[] | null
}

/** As `git diff --stat` says it, shorter. */
export const describeChange = ({ path, kind, additions, deletions }: ChangedFile): string =>
  `${path} | +${additions} -${deletions}${kind === 'modified' ? '' : ` (${kind})`}`

export function describeSum(files: readonly ChangedFile[]): string {
  const added = files.reduce((sum, { additions }) => sum + additions, 0)
  const removed = files.reduce((sum, { deletions }) => sum + deletions, 0)
  return `${files.length} ${files.length === 1 ? 'file' : 'files'} changed, +${added} -${removed}`
}
