/** A changed path of the work tree, compared with the start of the run. */
export interface ChangedFile {
  readonly path: string
  readonly kind: 'added' | 'modified' | 'deleted' | 'renamed'
  readonly additions: number
  readonly deletions: number
  /** `null`: the lines were not read. */
  readonly addedLines: readonly { readonly number: number; readonly text: string }[] | null
}

/** Like a line of `git diff --stat`, but shorter. */
export const describeChange = ({ path, kind, additions, deletions }: ChangedFile): string =>
  `${path} | +${additions} -${deletions}${kind === 'modified' ? '' : ` (${kind})`}`

export function describeSum(files: readonly ChangedFile[]): string {
  const added = files.reduce((sum, { additions }) => sum + additions, 0)
  const removed = files.reduce((sum, { deletions }) => sum + deletions, 0)
  return `${files.length} ${files.length === 1 ? 'file' : 'files'} changed, +${added} -${removed}`
}
