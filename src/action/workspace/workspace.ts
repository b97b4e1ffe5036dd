import type { GitHistory } from './browse/git-history.ts'
import type { Range } from './browse/show-lines.ts'
import type { ForeignFile } from './change/keep-files.ts'
import type { Image, ToolResult } from './files/tool-result.ts'

export interface Edit {
  readonly old: string
  readonly new: string
  /** Replace every match instead of requiring exactly one. */
  readonly all?: boolean | undefined
}

/**
 * The work tree as the agent may use it. Paths are relative to the root. Every result is text for the model. Changes are
 * made one after the other, each completely or not at all.
 */
export interface Workspace {
  list(request: {
    readonly path?: string | undefined
    readonly pattern?: string | undefined
  }): Promise<ToolResult>
  search(request: {
    readonly pattern: string
    readonly path?: string | undefined
    readonly glob?: string | undefined
    readonly regex?: boolean | undefined
    readonly ignoreCase?: boolean | undefined
  }): Promise<ToolResult>
  read(request: { readonly path: string } & Range): Promise<ToolResult>
  edit(request: { readonly path: string } & Edit): Promise<ToolResult>
  /** Edits of one file, each on the result of those before it, all or none. */
  multiEdit(request: { readonly path: string; readonly edits: readonly Edit[] }): Promise<ToolResult>
  /** A patch in the V4A format, all of it or none. */
  applyPatch(request: { readonly patch: string }): Promise<ToolResult>
  write(request: { readonly path: string; readonly text: string }): Promise<ToolResult>
  /** A file, or a folder with its files. The new path must not exist. */
  move(request: { readonly from: string; readonly to: string }): Promise<ToolResult>
  /** A script that starts with `#!`, where the project allows it. */
  makeExecutable(request: { readonly path: string }): Promise<ToolResult>
  /** A file, a symbolic link, or a folder with its files. */
  delete(request: { readonly path: string }): Promise<ToolResult>
  /** What a command has made of files, all of it or none. */
  keep(found: readonly ForeignFile[]): Promise<ToolResult>
  readonly history: GitHistory
  /**
   * Adds a file that only the agent sees and that is read completely. Its path begins with a slash: no file in the work
   * tree has such a path, and no change can reach it.
   */
  provide(path: string, text: string, options?: ProvideOptions): void
}

export interface ProvideOptions {
  readonly isInstruction?: boolean
  /** Shown with the text. */
  readonly image?: Image
}
