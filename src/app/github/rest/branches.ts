import { z } from 'zod'
import type { Github, RepositoryRef } from '../github.ts'
import { about, absentIn, type Deps } from './repositories.ts'

const Ref = z.object({ object: z.object({ sha: z.string() }) })
const Comparison = z.object({ status: z.enum(['ahead', 'behind', 'diverged', 'identical']) })

/** Head of a branch; `null` if the branch does not exist. GitHub responds with 409 for an empty repository. */
export async function readHead(
  { ask, octokits }: Deps,
  repository: RepositoryRef,
  branch: string,
): Promise<string | null> {
  const route = 'GET /repos/{owner}/{repo}/git/ref/{ref}'
  const question = about(octokits, repository, route, { ref: `heads/${branch}` })
  const found = await ask.oneOrNull(Ref, question, [404, 409])
  return found === null ? null : found.object.sha
}

export function branches(deps: Deps): Pick<Github, 'readBranchHead' | 'deleteBranch' | 'contains'> {
  const { ask, octokits } = deps
  return {
    async readBranchHead(repository, branch) {
      return (await readHead(deps, repository, branch)) ?? absentIn(deps, repository)
    },

    deleteBranch: (repository, branch) =>
      ask.send(
        about(octokits, repository, 'DELETE /repos/{owner}/{repo}/git/refs/{ref}', {
          ref: `heads/${branch}`,
        }),
      ),

    async contains(repository, commit, head) {
      if (commit === head) return true
      const route = 'GET /repos/{owner}/{repo}/compare/{basehead}'
      const params = { basehead: `${commit}...${head}`, per_page: 1 }
      // 404 also stands for two commits without a common ancestor.
      const compared = await ask.oneOrNull(Comparison, about(octokits, repository, route, params))
      if (compared !== null) return compared.status === 'ahead' || compared.status === 'identical'
      await absentIn(deps, repository)
      return false
    },
  }
}
