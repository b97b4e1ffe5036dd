/** A path that conflicts in a merge, which the agent resolves. */
export interface Conflict {
  readonly path: string
  /** `deletion`: one side deleted the file, and the other changed it. */
  readonly kind: 'content' | 'deletion'
  /** What git says about it. */
  readonly text: string
  /** Id of the merged file, which has markers; `null`: there is none. */
  readonly id: string | null
}

/** The base merged into the working branch, not committed yet. */
export interface StartedMerge {
  readonly base: string
  readonly branch: string
  /** Of the merge commit. */
  readonly parents: readonly [branch: string, base: string]
  /** For the work tree: the three-way result, with markers in the files that conflict. */
  readonly tree: string
  /**
   * What the change is judged against, a commit that is never published: the three-way result, with the files that conflict
   * emptied, so that they count as wholly changed.
   */
  readonly start: string
  readonly conflicts: readonly Conflict[]
  /** Lines of the versions in conflict that look like markers, and are none. */
  readonly ownMarkers: ReadonlySet<string>
  /** Protected paths in conflict: they are as the base has them. */
  readonly fromBase: readonly string[]
  /** The server commits the merge, because no runner may push workflow files. */
  readonly changesWorkflows: boolean
}
