/** Result of one git command; a non-zero exit is a value, not an error. */
export interface GitResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  /** True: the output was cut at `maxBytes` or the command was ended at `timeoutMs`. */
  readonly cut: boolean
}

export interface GitOptions {
  readonly input?: string
  /** Limit for the standard output; default 32 MiB. */
  readonly maxBytes?: number
  readonly timeoutMs?: number
  /** True: in the locale C.UTF-8, in which git compares characters. Default: in C, where it compares bytes. */
  readonly inUtf8?: boolean
}

/** Runs git on the run's own git directory, with the workspace as work tree and hardened; see `openRepository`. */
export type Git = (args: readonly string[], options?: GitOptions) => Promise<GitResult>
