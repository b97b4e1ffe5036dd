import type { Git } from '../../src/action/git/git.ts'
import { type History, openHistory } from '../../src/action/workspace/open-history.ts'

/** The history of a real repository, from the commit that is checked out. */
export const givenHistory = (git: Git): History =>
  openHistory({
    git,
    start: 'HEAD',
    async writeTree() {
      await git(['add', '-A'])
      return (await git(['write-tree'])).stdout.trim()
    },
    deepen: async () => false,
  })
