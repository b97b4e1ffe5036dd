import type { Git } from '../../../src/action/git/process/git.ts'
import { type GitHistory, openGitHistory } from '../../../src/action/workspace/browse/git-history.ts'

/** The history of a real repository, from the commit that is checked out. */
export const givenHistory = (git: Git): GitHistory =>
  openGitHistory({
    git,
    start: 'HEAD',
    readBlob: async () => null,
    findCharset: async () => null,
    async writeTree() {
      await git(['add', '-A'])
      return (await git(['write-tree'])).stdout.trim()
    },
    deepen: async () => false,
  })
