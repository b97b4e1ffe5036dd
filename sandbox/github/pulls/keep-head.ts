import { git } from '../git/run-git.ts'
import type { Pull } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'

/** GitHub keeps the head of each pull request under a ref that only it writes. */
export const keepHead = (
  state: GithubState,
  { repository, number, headSha }: Pick<Pull, 'repository' | 'number' | 'headSha'>,
): Promise<string> => git(state, repository.gitDirectory, ['update-ref', `refs/pull/${number}/head`, headSha])
