import { createRepository, repositoryNamed } from '../git/repositories.ts'
import { authorFor, commitOneFile, withLock } from '../git/write.ts'
import { processPushes } from '../pulls/process-pushes.ts'
import { ApiError, validationFailed } from '../rest/api-error.ts'
import type { Json } from '../rest/route.ts'
import type { Account } from '../state/account.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { coverNewRepository } from './installations.ts'

/** What a person asks for with the API. Throws GitHub's error if the owner has a repository of that name. */
export const createForPerson = async (
  state: GithubState,
  { owner, person, body }: { owner: Account; person: Account; body: Json },
): Promise<Repository> => {
  const { name, private: isPrivate, visibility, auto_init: isInitialized } = body
  if (typeof name !== 'string' || name === '')
    throw validationFailed({ resource: 'Repository', code: 'missing_field', field: 'name' })
  // As on GitHub, other characters become a hyphen.
  const clean = name.replace(/[^\w.-]+/g, '-')
  if (repositoryNamed(state, owner.login, clean))
    throw new ApiError(422, 'Repository creation failed.', {
      errors: [
        {
          ...{ resource: 'Repository', code: 'custom', field: 'name' },
          message: 'name already exists on this account',
        },
      ],
    })
  const repository = await createRepository(state, {
    ...{ owner: owner.login, name: clean, private: visibility === 'private' || isPrivate === true },
    // The default of GitHub for new repositories.
    actionsMayOpenPulls: false,
  })
  if (isInitialized === true)
    await withLock(state, repository, async () => {
      await commitOneFile(state, repository, {
        ...{ branch: repository.defaultBranch, path: 'README.md', text: `# ${clean}\n` },
        ...{ message: 'Initial commit', author: authorFor(state, person) },
      })
      await processPushes(state, repository, person)
    })
  coverNewRepository(state, repository)
  return repository
}
