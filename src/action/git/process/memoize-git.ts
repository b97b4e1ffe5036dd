import type { GitBytes, RawResult } from './spawn-git.ts'

const MAX_RESULTS = 8
/** Larger outputs are rare and would take memory from the job. */
const MAX_BYTES = 1024 * 1024

/** For commands whose output depends only on arguments and input, for example on trees named by their hashes. */
export interface MemoizedGit {
  readonly git: GitBytes
  /** Call it when the attributes change, on which the output also depends. */
  forget(): void
}

/** Runs each command once and remembers its output, unless it failed or was cut. */
export function memoizeGit(git: GitBytes): MemoizedGit {
  const results = new Map<string, RawResult>()
  return {
    async git(args, options = {}) {
      const key = JSON.stringify([args, options])
      const before = results.get(key)
      if (before !== undefined) return before
      const result = await git(args, options)
      if (result.code !== 0 || result.cut || result.stdout.length > MAX_BYTES) return result
      const [oldest] = results.keys()
      if (results.size === MAX_RESULTS && oldest !== undefined) results.delete(oldest)
      results.set(key, result)
      return result
    },
    forget: () => results.clear(),
  }
}
