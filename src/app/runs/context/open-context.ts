import type { Assignment } from '../../../contract/runner-protocol/assignment.ts'
import { GithubRefused } from '../../github/errors.ts'
import type { Github } from '../../github/github.ts'
import type { FoundContext } from './find-context.ts'

interface OpenedContext extends Pick<FoundContext, 'linked' | 'warnings'> {
  readonly given: Pick<Assignment, 'context'>
}

/** A run can do without its context: whatever prevents the token is a warning. */
export async function openContext(
  github: Pick<Github, 'mintContextToken'>,
  { repositories, linked, warnings }: FoundContext,
): Promise<OpenedContext> {
  if (repositories.length === 0) return { given: {}, linked: [], warnings }
  try {
    const token = await github.mintContextToken(repositories.map(({ repository }) => repository))
    const read = repositories.map(({ repository: { owner, name }, branch }) => ({ owner, name, branch }))
    return { given: { context: { token, repositories: read } }, linked, warnings }
  } catch (error) {
    if (!(error instanceof GithubRefused)) throw error
    return { given: {}, linked: [], warnings: [...warnings, `context: it is left out: ${error.message}`] }
  }
}
