import { z } from 'zod'
import type { Github, MintedToken } from '../github.ts'
import type { RepositoryRef } from '../repository.ts'
import type { GithubClient, RestRequest } from '../request/request.ts'

const Minted = z.object({
  token: z.string().min(1),
  repositories: z
    .array(z.object({ id: z.int(), name: z.string(), owner: z.object({ login: z.string() }) }))
    .default([]),
})

/** Tokens for runners. Requested directly, because Octokit would give the same cached token to two runs. */
export function tokens({
  ask,
}: GithubClient): Pick<
  Github,
  'forgetToken' | 'mintContextToken' | 'mintFetchToken' | 'mintPushToken' | 'revokeToken'
> {
  const mintFor = (
    installationId: number,
    repositoryIds: readonly number[],
    permissions: Record<string, 'read' | 'write'>,
  ) =>
    ask.one(Minted, {
      as: { kind: 'app' },
      route: 'POST /app/installations/{installation_id}/access_tokens',
      params: { installation_id: installationId, repository_ids: repositoryIds, permissions },
    })

  const mint = async (
    { installationId, id, owner, name }: RepositoryRef,
    permissions: Record<string, 'read' | 'write'>,
  ): Promise<MintedToken> => {
    const { token, repositories } = await mintFor(installationId, [id], permissions)
    const now = repositories.find((repository) => repository.id === id)
    return now === undefined ? { token, owner, name } : { token, owner: now.owner.login, name: now.name }
  }

  return {
    forgetToken: ask.forgetToken,

    async mintContextToken(repositories) {
      const [installationId, ...others] = new Set(repositories.map((one) => one.installationId))
      if (installationId === undefined || others.length > 0)
        throw new Error('a token is for repositories of one installation')
      const ids = repositories.map(({ id }) => id)
      return (await mintFor(installationId, ids, { contents: 'read' })).token
    },

    mintFetchToken: (repository) => mint(repository, { contents: 'read' }),
    mintPushToken: (repository) => mint(repository, { contents: 'write', pull_requests: 'write' }),

    async revokeToken(token) {
      await ask.oneOrNull(
        z.unknown(),
        { as: { kind: 'token', token }, route: 'DELETE /installation/token' },
        [401, 404],
      )
    },
  }
}

/** What a token for workflow files may do. The server keeps it to itself. */
type WorkflowPermissions = Readonly<Record<string, 'write'>> & { readonly workflows: 'write' }

/** Runs `work` as a token for one repository that may write workflow files, and revokes the token. */
export async function withWorkflowToken<T>(
  { ask }: GithubClient,
  { installationId, id }: Pick<RepositoryRef, 'installationId' | 'id'>,
  permissions: WorkflowPermissions,
  work: (by: Pick<RestRequest, 'as' | 'pausedWith'>) => Promise<T>,
): Promise<T> {
  const { token } = await ask.one(Minted, {
    as: { kind: 'app' },
    // Without its requests, which the pause of the installation stops, the token has no use.
    pausedWith: installationId,
    route: 'POST /app/installations/{installation_id}/access_tokens',
    params: { installation_id: installationId, repository_ids: [id], permissions },
  })
  const as = { kind: 'token', token } as const
  try {
    return await work({ as, pausedWith: installationId })
  } finally {
    await ask.oneOrNull(z.unknown(), { as, route: 'DELETE /installation/token' }, [401, 404])
  }
}
