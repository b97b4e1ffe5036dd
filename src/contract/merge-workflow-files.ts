/** GitHub reads workflows from this folder only, and protects it with a separate permission. */
export const WORKFLOW_FOLDER = '.github/workflows'

/** A file below the folder of the workflows. */
export interface WorkflowFile {
  /** From the root. */
  readonly path: string
  readonly mode: string
  readonly sha: string
}

/**
 * The workflow files of a merge, file by file: if only one side has changed a file since the common ancestor, its version;
 * otherwise the version of the base. Every file is thus one that the branch or the base has. Server and action have to agree,
 * because only the server may write these files. Pure.
 */
export function mergeWorkflowFiles(sides: {
  readonly ancestor: readonly WorkflowFile[]
  readonly branch: readonly WorkflowFile[]
  readonly base: readonly WorkflowFile[]
}): WorkflowFile[] {
  const [ancestor, branch, base] = [byPath(sides.ancestor), byPath(sides.branch), byPath(sides.base)]
  const paths = [...new Set([...branch.keys(), ...base.keys()])].sort()
  return paths.flatMap((path) => {
    const isOfBranch = isSame(ancestor.get(path), base.get(path))
    const file = (isOfBranch ? branch : base).get(path)
    return file === undefined ? [] : [file]
  })
}

/** What makes `from` equal to `to`. `sha: null` removes the file. Pure. */
export function changedWorkflowFiles(
  from: readonly WorkflowFile[],
  to: readonly WorkflowFile[],
): (Omit<WorkflowFile, 'sha'> & { readonly sha: string | null })[] {
  const [before, after] = [byPath(from), byPath(to)]
  const removed = from.filter(({ path }) => !after.has(path)).map((file) => ({ ...file, sha: null }))
  return [...removed, ...to.filter((file) => !isSame(before.get(file.path), file))]
}

const byPath = (files: readonly WorkflowFile[]): ReadonlyMap<string, WorkflowFile> =>
  new Map(files.map((file) => [file.path, file]))

const isSame = (a: WorkflowFile | undefined, b: WorkflowFile | undefined): boolean =>
  a?.sha === b?.sha && a?.mode === b?.mode
