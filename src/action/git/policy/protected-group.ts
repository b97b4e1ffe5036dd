/**
 * The paths that one tool reads, with the documentation that lists them (a URL, or a page of ours). The globs are as in
 * .gitignore: without a slash in it, one matches at any depth.
 */
export type ProtectedTool = readonly [tool: string, source: string, ...globs: string[]]

export interface ProtectedGroup {
  readonly why: string
  readonly tools: readonly ProtectedTool[]
}
