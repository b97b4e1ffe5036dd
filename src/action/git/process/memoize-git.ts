import type { GitBytes, RawResult } from './spawn-git.ts'

const MOST_ANSWERS = 8
/** Larger ones are asked for again: they are rare, and the runner's memory is the job's. */
const LARGEST_BYTES = 1024 * 1024

/** Of a git that is asked only for what its arguments and input fix for ever: of two trees, named by their hashes. */
export interface MemoizedGit {
  readonly git: GitBytes
  /** What fixes the answers besides has changed: the attributes. */
  forget(): void
}

/** Gives the same answer to the same question without starting a program. What failed or was cut is asked again. */
export function memoizeGit(git: GitBytes): MemoizedGit {
  const answers = new Map<string, RawResult>()
  return {
    async git(args, options = {}) {
      const question = JSON.stringify([args, options])
      const before = answers.get(question)
      if (before !== undefined) return before
      const answer = await git(args, options)
      if (answer.code !== 0 || answer.cut || answer.stdout.length > LARGEST_BYTES) return answer
      const [oldest] = answers.keys()
      if (answers.size === MOST_ANSWERS && oldest !== undefined) answers.delete(oldest)
      answers.set(question, answer)
      return answer
    },
    forget: () => answers.clear(),
  }
}
